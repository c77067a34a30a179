package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import com.google.common.io.BaseEncoding;
import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * One block of random bytes of every type, widened: the bits of another program, {@code
 * gguf-blocks.py}, written from the description of the format.
 */
class GgufBlocksTest {
  @Test
  void everyTypeHasTheBitsOfAnotherProgram() throws IOException {
    Set<GgufType> seen = EnumSet.of(GgufType.F32, GgufType.F16, GgufType.BF16);
    for (String line :
        Resources.readLines(
            GgufBlocksTest.class.getResource("gguf-blocks.txt"), StandardCharsets.UTF_8)) {
      List<String> parts = Splitter.on(' ').splitToList(line);
      GgufType type = GgufType.valueOf(parts.get(0));
      byte[] bytes = BaseEncoding.base16().lowerCase().decode(parts.get(1));
      assertEquals(type.bytes(type.block()), bytes.length);
      float[] out = new float[type.block() + 2];
      byte[] behindOthers = new byte[bytes.length + 3];
      System.arraycopy(bytes, 0, behindOthers, 3, bytes.length);
      GgufBlock block = new GgufBlock(type);
      block.read(behindOthers, 3);
      block.widen(out, 1);
      for (int i = 0; i < type.block(); i++) {
        float expected = Float.intBitsToFloat(Integer.parseUnsignedInt(parts.get(2 + i), 16));
        assertEquals(expected, out[1 + i], type + ", number " + i);
      }
      assertEquals(0, out[0] + out[type.block() + 1], "nothing beside the block");
      seen.add(type);
    }
    assertEquals(EnumSet.allOf(GgufType.class), seen);
  }
}

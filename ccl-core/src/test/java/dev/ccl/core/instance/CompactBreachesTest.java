package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.instance.BreachesTest.Change;
import dev.ccl.core.instance.BreachesTest.Changes;
import dev.ccl.testkit.Recorded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The line of a compact file changed everywhere in one place, before the same columns. */
class CompactBreachesTest {
  private static byte[] unpacked(Instance instance) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    InstanceWriter.writeCompact(instance, packed);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
      return in.readAllBytes();
    }
  }

  @Test
  void theLine() throws IOException {
    byte[] bytes = unpacked(BaseDocument.read(BreachesTest.EXPLICIT));
    int end = 0;
    while (bytes[end] != '\n') {
      end++;
    }
    byte[] columns = Arrays.copyOfRange(bytes, end, bytes.length);
    StringBuilder lines = new StringBuilder();
    Changes changes = new Changes(new String(bytes, 0, end, StandardCharsets.UTF_8));
    for (Change change : changes.twice) {
      assertEquals(change.place() + ": the key appears twice", said(change, columns));
    }
    for (Change change : changes.all) {
      String said = said(change, columns);
      lines.append(change.place()).append(' ').append(change.what()).append(" -> ").append(said);
      lines.append('\n');
    }
    Recorded.check(getClass(), "breaches-compact.txt", lines.toString());
  }

  private static String said(Change change, byte[] columns) throws IOException {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.writeBytes(change.text().getBytes(StandardCharsets.UTF_8));
    changed.writeBytes(columns);
    return BreachesTest.said(NaivePacking.gzip(changed.toByteArray()));
  }
}

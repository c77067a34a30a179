package dev.ccl.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A model of some 16 KB as a llama2.c file, its tokenizer behind the weights. */
public final class TinyModelFile {
  private static final int WIDTH = 8;
  private static final int INNER = 12;
  private static final int LAYERS = 2;
  private static final int HEADS = 2;
  private static final int VOCABULARY = 300;
  private static final int CONTEXT = 256;

  private TinyModelFile() {}

  /** Writes the model whose weights a seed gives. */
  public static Path write(Path file, long seed) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    for (int size : new int[] {WIDTH, INNER, LAYERS, HEADS, HEADS, VOCABULARY, CONTEXT}) {
      out.putInt(size);
    }
    Random random = new Random(seed);
    gaussians(out, random, VOCABULARY * WIDTH);
    ones(out, LAYERS * WIDTH);
    gaussians(out, random, LAYERS * 4 * WIDTH * WIDTH); // queries, keys, values, outputs
    ones(out, LAYERS * WIDTH);
    gaussians(out, random, LAYERS * 3 * WIDTH * INNER);
    ones(out, WIDTH);
    out.position(out.position() + 4 * CONTEXT * WIDTH / HEADS); // angles, which nobody reads
    out.putInt(8);
    for (int id = 0; id < VOCABULARY; id++) {
      byte[] piece = piece(id).getBytes(StandardCharsets.UTF_8);
      out.putFloat(-id).putInt(piece.length).put(piece);
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return Files.write(file, bytes);
  }

  /** Writes its tokens alone, as the head of a GGUF file. */
  public static Path writeTokens(Path file) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    out.put("GGUF".getBytes(StandardCharsets.UTF_8)).putInt(3).putLong(0).putLong(6);
    text(out, "tokenizer.ggml.model").putInt(8);
    text(out, "llama");
    text(out, "tokenizer.ggml.tokens").putInt(9).putInt(8).putLong(VOCABULARY);
    for (int id = 0; id < VOCABULARY; id++) {
      text(out, piece(id));
    }
    text(out, "tokenizer.ggml.scores").putInt(9).putInt(6).putLong(VOCABULARY);
    for (int id = 0; id < VOCABULARY; id++) {
      out.putFloat(-id);
    }
    text(out, "tokenizer.ggml.token_type").putInt(9).putInt(4).putLong(VOCABULARY);
    for (int id = 0; id < VOCABULARY; id++) {
      out.putInt(id < 3 ? 3 : id < 259 ? 6 : 1);
    }
    text(out, "tokenizer.ggml.bos_token_id").putInt(4).putInt(1);
    text(out, "tokenizer.ggml.eos_token_id").putInt(4).putInt(2);
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return Files.write(file, bytes);
  }

  private static ByteBuffer text(ByteBuffer out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return out.putLong(bytes.length).put(bytes);
  }

  private static void gaussians(ByteBuffer out, Random random, int count) {
    for (int i = 0; i < count; i++) {
      out.putFloat((float) random.nextGaussian());
    }
  }

  private static void ones(ByteBuffer out, int count) {
    for (int i = 0; i < count; i++) {
      out.putFloat(1);
    }
  }

  private static String piece(int id) {
    return switch (id) {
      case 0 -> "<unk>";
      case 1 -> "<s>";
      case 2 -> "</s>";
      default -> id < 259 ? String.format("<0x%02X>", id - 3) : "word" + id;
    };
  }
}

package dev.ccl.lm.format;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.model.LlamaLayer;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaWeights;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.SentencePiece;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The format of llama2.c: seven integers, then the weights as floats, kind by kind with all layers
 * of a kind together. The tokenizer follows in the same file or lies beside it.
 */
final class Llama2c {
  private static final int HEADER = 28;
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int FIRST_BYTE = 3; // early files write these 256 tokens as characters
  private static final int VERSIONED = 0x616b3432;

  private final BinaryFile file;
  private final LlamaShape shape;
  private final boolean tied;
  private final BinaryFile.Part floats;

  private Llama2c(BinaryFile file, LlamaShape shape, boolean tied) {
    this.file = file;
    this.shape = shape;
    this.tied = tied;
    this.floats = file.part("weights", HEADER, size() - HEADER);
  }

  static LoadedModel read(Path path, Opening opening) throws IOException {
    try (BinaryFile file = BinaryFile.open(path)) {
      Llama2c reader = open(file);
      if (opening.activations() == Activations.ROUNDED) {
        throw file.breach(
            "weights", "floats; rounded vectors are multiplied by the whole numbers of GGUF files");
      }
      Tokenizer tokenizer = reader.tokenizer(path);
      return new LoadedModel(
          LlamaModel.of(reader.weights()),
          tokenizer,
          opening.template().orElse(ChatTemplate.of(ChatTemplate.Family.PLAIN, "")));
    }
  }

  private static Llama2c open(BinaryFile file) throws IOException {
    BinaryFile.Part header = file.part("header", 0, HEADER);
    int width = header.integer();
    if (width == VERSIONED) {
      throw file.breach("header", "a llama2.c file with a version; only the first kind is read");
    }
    int inner = header.integer();
    int layers = header.integer();
    int heads = header.integer();
    int groups = header.integer();
    int vocabulary = header.integer();
    int context = header.integer();
    boolean sizes = width >= 1 && heads >= 1 && width % heads == 0 && vocabulary != 0;
    if (!sizes || vocabulary == Integer.MIN_VALUE) {
      throw file.breach("header", "neither a GGUF nor a llama2.c file");
    }
    try {
      LlamaShape shape =
          new LlamaShape(
              Math.abs(vocabulary),
              width,
              layers,
              heads,
              groups,
              width / heads,
              inner,
              context,
              1e-5,
              10_000,
              1);
      return new Llama2c(file, shape, vocabulary > 0);
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw file.breach("header", "neither a GGUF nor a llama2.c file: " + e.getMessage());
    }
  }

  /** The weights, and the table of angles that nobody reads any more. */
  private long size() {
    long angles = (long) shape.context() * shape.headWidth();
    return HEADER + 4 * (shape.parameters(tied) + angles);
  }

  private LlamaWeights weights() throws IOException {
    int width = shape.width();
    int inner = shape.inner();
    float[][] embeddings = new float[shape.vocabulary()][width];
    for (float[] row : embeddings) {
      floats.weights(row);
    }
    List<float[]> attentionNorms = vectors();
    List<Matrix> queries = matrices(width, width);
    List<Matrix> keys = matrices(width, shape.keyWidth());
    List<Matrix> values = matrices(width, shape.keyWidth());
    List<Matrix> outputs = matrices(width, width);
    List<float[]> gateNorms = vectors();
    List<Matrix> gates = matrices(width, inner);
    List<Matrix> downs = matrices(inner, width);
    List<Matrix> ups = matrices(width, inner);
    float[] norm = new float[width];
    floats.weights(norm);
    List<LlamaLayer> layers = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      layers.add(
          LlamaLayer.builder()
              .norms(attentionNorms.get(l), gateNorms.get(l))
              .attention(
                  queries.get(l).reordered(RotaryOrder.halves(shape.heads(), shape.headWidth())),
                  keys.get(l).reordered(RotaryOrder.halves(shape.groups(), shape.headWidth())),
                  values.get(l),
                  outputs.get(l))
              .gated(gates.get(l), ups.get(l), downs.get(l))
              .build());
    }
    if (tied) {
      int[] next = {0};
      Matrix output =
          Matrix.byOutput(
              width,
              shape.vocabulary(),
              row -> System.arraycopy(embeddings[next[0]++], 0, row, 0, width));
      return LlamaWeights.tied(shape, layers, norm, output);
    }
    floats.skip(4L * shape.context() * shape.headWidth(), "angles");
    Matrix output = Matrix.byOutput(width, shape.vocabulary(), floats::weights);
    return LlamaWeights.untied(shape, Rows.of(embeddings), layers, norm, output);
  }

  private List<Matrix> matrices(int inputs, int outputs) throws IOException {
    List<Matrix> result = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      result.add(Matrix.byOutput(inputs, outputs, floats::weights));
    }
    return result;
  }

  private List<float[]> vectors() throws IOException {
    List<float[]> result = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      float[] vector = new float[shape.width()];
      floats.weights(vector);
      result.add(vector);
    }
    return result;
  }

  private Tokenizer tokenizer(Path path) throws IOException {
    if (file.length() > size()) {
      return tokenizer(file.part("tokenizer", size(), file.length() - size()));
    }
    Path beside = path.toAbsolutePath().resolveSibling("tokenizer.bin");
    if (!Files.exists(beside)) {
      throw file.breach("", "no tokenizer follows the weights, and no tokenizer.bin lies beside");
    }
    try (BinaryFile other = BinaryFile.open(beside)) {
      return tokenizer(other.whole("tokenizer"));
    }
  }

  private Tokenizer tokenizer(BinaryFile.Part part) throws IOException {
    int vocabulary = shape.vocabulary();
    part.integer(); // the length of the longest piece
    part.require(8L * vocabulary, vocabulary + " tokens of at least 8 bytes each");
    Pieces.Builder pieces = Pieces.builder();
    ImmutableDoubleArray.Builder scores = ImmutableDoubleArray.builder(vocabulary);
    for (int id = 0; id < vocabulary; id++) {
      scores.add(part.single());
      byte[] bytes = part.bytes(part.integer(), "token " + id);
      String text = new String(bytes, StandardCharsets.UTF_8);
      boolean inPlace = text.equals(String.valueOf((char) (id - FIRST_BYTE)));
      OptionalInt single =
          inPlace && id < FIRST_BYTE + 256
              ? OptionalInt.of(id - FIRST_BYTE)
              : PieceNames.singleByte(text);
      if (id <= END) {
        pieces.control(text.strip());
      } else if (single.isPresent()) {
        pieces.singleByte(single.getAsInt());
      } else {
        pieces.text(bytes);
      }
    }
    if (part.remaining() > 0) {
      throw part.breach(part.remaining() + " bytes are left after the last token");
    }
    try {
      return SentencePiece.of(
          pieces.build(), scores.build(), OptionalInt.of(BEGIN), OptionalInt.of(END));
    } catch (IllegalArgumentException e) {
      throw part.breach(e.getMessage());
    }
  }
}

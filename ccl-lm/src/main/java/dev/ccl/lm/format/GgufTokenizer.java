package dev.ccl.lm.format;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.lm.token.ByteLevelBpe;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.SentencePiece;
import dev.ccl.lm.token.Tokenizer;
import dev.ccl.lm.token.WordPattern;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Tokenizers from the metadata of GGUF files. */
final class GgufTokenizer {
  private static final String SPACE = "\u2581";
  private static final int UNKNOWN = 2;
  private static final int CONTROL = 3;
  private static final int DEFINED = 4;
  private static final int UNUSED = 5;
  private static final int BYTE = 6;

  private final Gguf gguf;
  private final List<String> tokens;
  private final List<Long> kinds;

  private GgufTokenizer(Gguf gguf) throws IOException {
    this.gguf = gguf;
    this.tokens = gguf.list("tokenizer.ggml.tokens", String.class);
    this.kinds = gguf.list("tokenizer.ggml.token_type", Long.class);
    if (tokens.isEmpty()) {
      throw gguf.breach("tokenizer.ggml.tokens", "missing or empty");
    }
    if (!kinds.isEmpty() && kinds.size() != tokens.size()) {
      throw gguf.breach("tokenizer.ggml.token_type", "one type per token is needed");
    }
  }

  static Tokenizer read(Gguf gguf) throws IOException {
    GgufTokenizer reader = new GgufTokenizer(gguf);
    String model = gguf.text("tokenizer.ggml.model", "");
    try {
      return switch (model) {
        case "llama" -> reader.sentencePiece();
        case "gpt2" -> reader.byteLevel();
        default ->
            throw gguf.breach(
                "tokenizer.ggml.model", "only llama and gpt2 can be read, not '" + model + "'");
      };
    } catch (ModelFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw gguf.breach("tokenizer.ggml.tokens", e.getMessage());
    }
  }

  private boolean isControl(int id) {
    long kind = kinds.isEmpty() ? 1 : kinds.get(id);
    boolean ends = kind == DEFINED && PieceNames.ends(tokens.get(id));
    return kind == UNKNOWN || kind == CONTROL || kind == UNUSED || ends;
  }

  private boolean isDefined(int id) {
    return !kinds.isEmpty() && kinds.get(id) == DEFINED;
  }

  private Tokenizer sentencePiece() throws IOException {
    List<Double> scores = gguf.list("tokenizer.ggml.scores", Double.class);
    if (scores.size() != tokens.size()) {
      throw gguf.breach("tokenizer.ggml.scores", "one score per token is needed");
    }
    Pieces.Builder pieces = Pieces.builder();
    for (int id = 0; id < tokens.size(); id++) {
      String name = tokens.get(id);
      OptionalInt single = PieceNames.singleByte(name);
      boolean byteKind = kinds.isEmpty() || kinds.get(id) == BYTE;
      if (isControl(id)) {
        pieces.control(name);
      } else if (byteKind && single.isPresent()) {
        pieces.singleByte(single.getAsInt());
      } else if (isDefined(id) && !name.contains(SPACE)) {
        pieces.defined(name);
      } else {
        pieces.text(name.replace(SPACE, " "));
      }
    }
    SentencePiece result =
        SentencePiece.of(pieces.build(), ImmutableDoubleArray.copyOf(scores), begin(true), end());
    return gguf.integer("tokenizer.ggml.add_space_prefix", 1) == 0
        ? result.withoutSpaceInFront()
        : result;
  }

  private Tokenizer byteLevel() throws IOException {
    Pieces.Builder pieces = Pieces.builder();
    for (int id = 0; id < tokens.size(); id++) {
      byte[] bytes = ByteAlphabet.bytes(tokens.get(id));
      if (isControl(id)) {
        pieces.control(tokens.get(id));
      } else if (isDefined(id)) {
        pieces.defined(tokens.get(id));
      } else if (bytes == null) {
        pieces.text(tokens.get(id));
      } else {
        pieces.text(bytes);
      }
    }
    List<ByteLevelBpe.Merge> merges = new ArrayList<>();
    for (String merge : gguf.list("tokenizer.ggml.merges", String.class)) {
      int space = merge.indexOf(' ', 1);
      byte[] left = space < 0 ? null : ByteAlphabet.bytes(merge.substring(0, space));
      byte[] right = space < 0 ? null : ByteAlphabet.bytes(merge.substring(space + 1));
      if (left == null || right == null) {
        throw gguf.breach("tokenizer.ggml.merges[" + merges.size() + "]", "no pair");
      }
      merges.add(ByteLevelBpe.Merge.of(left, right));
    }
    String name = gguf.text("tokenizer.ggml.pre", "default");
    List<WordPattern> cuts = WordPatterns.named(name);
    if (cuts == null) {
      throw gguf.breach("tokenizer.ggml.pre", "a way to cut words that is unknown: " + name);
    }
    boolean whole = WordPatterns.takesWholeWords(name); // these families begin texts as well
    ByteLevelBpe result = ByteLevelBpe.of(pieces.build(), merges, cuts, begin(whole), end());
    return whole ? result.withWholeWords() : result;
  }

  private OptionalInt begin(boolean usually) {
    boolean wanted = gguf.integer("tokenizer.ggml.add_bos_token", usually ? 1 : 0) != 0;
    return wanted ? id("tokenizer.ggml.bos_token_id") : OptionalInt.empty();
  }

  private OptionalInt end() {
    return id("tokenizer.ggml.eos_token_id");
  }

  private OptionalInt id(String key) {
    long id = gguf.integer(key, -1);
    if (id >= tokens.size()) {
      throw gguf.breach(key, id + " is not below the number of tokens");
    }
    return id < 0 ? OptionalInt.empty() : OptionalInt.of((int) id);
  }
}

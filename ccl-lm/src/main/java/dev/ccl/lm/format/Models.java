package dev.ccl.lm.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Opens models. */
public final class Models {
  private Models() {}

  /**
   * Opens the model at a path: a GGUF file, a llama2.c file (with its tokenizer behind the weights
   * or in {@code tokenizer.bin} beside them), or a directory that holds one of these or an ONNX
   * package with {@code config.json} and {@code tokenizer.json}.
   *
   * @param path a file or a directory
   * @return the model, which uses one thread
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule
   */
  public static LoadedModel open(Path path) throws IOException {
    return open(path, Activations.FLOATS);
  }

  /**
   * Opens the model at a path, as {@link #open(Path)} does.
   *
   * @param path a file or a directory
   * @param activations what weights in bytes are multiplied with
   * @return the model, which uses one thread
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule, or does not say how to round
   */
  public static LoadedModel open(Path path, Activations activations) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    return openFile(Files.isDirectory(path) ? only(path) : path, activations);
  }

  private static LoadedModel openFile(Path file, Activations activations) throws IOException {
    if (file.toString().endsWith(".onnx")) {
      Path parent = file.toAbsolutePath().getParent();
      boolean inside = !Files.exists(parent.resolve("config.json"));
      return OnnxPackage.read(inside ? parent.getParent() : parent, file, activations);
    }
    if (activations == Activations.ROUNDED) {
      throw ModelFormatException.of(
          file.toString(), "", "only ONNX files say how activations are rounded");
    }
    return GgufModel.isGguf(file) ? GgufModel.read(file) : Llama2c.read(file);
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
              ? "no model is here: no .onnx, .gguf, .bin or .data file"
              : candidates.size() + " models are here; name one of " + names(candidates));
    }
    return candidates.get(0);
  }

  private static boolean looksLikeWeights(Path file) {
    String name = file.getFileName().toString();
    boolean known =
        Stream.of(".onnx", ".gguf", ".bin", ".data").anyMatch(ending -> name.endsWith(ending));
    return known && !name.equals("tokenizer.bin") && Files.isRegularFile(file);
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(file -> file.getFileName().toString()).toList();
  }
}

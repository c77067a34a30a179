package dev.ccl.lm.format;

import dev.ccl.lm.token.ChatTemplate;
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
   * or in {@code tokenizer.bin} beside them), or a directory that holds one of these, or {@code
   * config.json} and {@code tokenizer.json} with safetensors files or with an ONNX file.
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
    return open(path, activations, null);
  }

  /**
   * Opens the model at a path, as {@link #open(Path)} does, whatever template it carries.
   *
   * @param path a file or a directory
   * @param template how to put questions to it
   * @return the model, which uses one thread
   * @throws IOException if a file cannot be read
   * @throws ModelFormatException if a file breaks a rule
   */
  public static LoadedModel open(Path path, ChatTemplate template) throws IOException {
    return open(path, Activations.FLOATS, template);
  }

  private static LoadedModel open(Path path, Activations activations, ChatTemplate template)
      throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    return openFile(Files.isDirectory(path) ? only(path) : path, activations, template);
  }

  private static LoadedModel openFile(Path file, Activations activations, ChatTemplate template)
      throws IOException {
    if (file.toString().endsWith(".onnx")) {
      Path parent = file.toAbsolutePath().getParent();
      boolean inside = !Files.exists(parent.resolve("config.json"));
      return OnnxPackage.read(inside ? parent.getParent() : parent, file, activations, template);
    }
    if (activations == Activations.ROUNDED) {
      throw ModelFormatException.of(
          file.toString(), "", "only ONNX files say how activations are rounded");
    }
    if (SafetensorsPackage.isPart(file)) {
      return SafetensorsPackage.read(file, template);
    }
    return GgufModel.isGguf(file) ? GgufModel.read(file, template) : Llama2c.read(file, template);
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

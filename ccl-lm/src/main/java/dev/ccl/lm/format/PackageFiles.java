package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What lies beside the weights in a directory: {@code config.json}, {@code tokenizer.json}, {@code
 * tokenizer_config.json} and perhaps a template by itself.
 */
final class PackageFiles {
  private final Path directory;
  private final JsonFile settings; // null if there are none

  private PackageFiles(Path directory, JsonFile settings) {
    this.directory = directory;
    this.settings = settings;
  }

  static PackageFiles at(Path directory) throws IOException {
    Path path = directory.resolve("tokenizer_config.json");
    return new PackageFiles(directory, Files.exists(path) ? JsonFile.read(path) : null);
  }

  JsonFile config() throws IOException {
    return JsonFile.read(directory.resolve("config.json"));
  }

  /** Reads the tokenizer, which must not have more tokens than the model. */
  Tokenizer tokenizer(int vocabulary) throws IOException {
    JsonFile tokens = JsonFile.read(directory.resolve("tokenizer.json"));
    Tokenizer tokenizer = TokenizerJson.read(tokens, settings);
    if (tokenizer.vocabulary() > vocabulary) {
      throw tokens.breach(
          "model.vocab", tokenizer.vocabulary() + " tokens exceed the vocabulary of " + vocabulary);
    }
    return tokenizer;
  }

  /**
   * Returns the given template, or reads it: that of a file of its own, or of the settings; of a
   * list the default.
   */
  ChatTemplate template(Opening opening) throws IOException {
    if (opening.template().isPresent()) {
      return opening.template().get();
    }
    Path own = directory.resolve("chat_template.jinja");
    if (Files.exists(own)) {
      return recognised(own.toString(), "", Files.readString(own));
    }
    Path json = directory.resolve("chat_template.json");
    JsonFile file = Files.exists(json) ? JsonFile.read(json) : settings;
    if (file == null) {
      return recognised("", "", "");
    }
    JsonNode program = file.root().path("chat_template");
    if (program.isArray()) {
      JsonNode all = program;
      for (JsonNode named : all) {
        boolean usual = named.path("name").asText().equals("default");
        program = usual ? named.path("template") : program;
      }
    }
    if (!program.isTextual() && !program.isMissingNode() && !program.isNull()) {
      throw file.breach(
          "chat_template", "no text, and no list with a default; --template chooses a family");
    }
    return recognised(file.name(), "chat_template", program.isTextual() ? program.asText() : "");
  }

  private static ChatTemplate recognised(String file, String place, String program) {
    try {
      return ChatTemplate.recognise(program);
    } catch (IllegalArgumentException e) {
      throw ModelFormatException.of(file, place, e.getMessage());
    }
  }
}

package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.Fetch;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.format.Opening;
import dev.ccl.lm.server.ModelServer;
import dev.ccl.lm.server.Protocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens a model by what stands for it: a path, a server's URL, or a class. */
final class ModelDoor {
  /** The form, for descriptions. */
  static final String FORM = "PATH|URL|class:NAME";

  private static final String OPENAI = "openai+";
  private static final String CLASS = "class:";

  /** Tokens that a server of llama.cpp is asked to list; those of OpenAI's protocol allow fewer. */
  private static final int LISTED = 100;

  private static final int LISTED_BY_OPENAI = 20;

  private ModelDoor() {}

  /**
   * Opens a model.
   *
   * @param name a path; {@code http://…} of a server of llama.cpp or {@code openai+http://…}, with
   *     the model's name behind {@code #}; or {@code class:NAME}, a supplier of a loaded model
   * @param tokens where the tokens of a server's model are; null for none
   * @param err told what a server has cost, when the program ends
   */
  static LoadedModel open(String name, Path tokens, Opening opening, PrintWriter err)
      throws IOException {
    if (name.startsWith(CLASS)) {
      return supplied(name.substring(CLASS.length()));
    }
    boolean openAi = name.startsWith(OPENAI);
    String url = openAi ? name.substring(OPENAI.length()) : name;
    if (!url.startsWith("http://") && !url.startsWith("https://")) {
      return Models.open(Path.of(name), opening);
    }
    checkArgument(
        tokens != null,
        "%s: a server needs --tokenizer (or --teacher-tokenizer): a GGUF file, or a directory with"
            + " tokenizer.json and config.json, of its model",
        name);
    String[] parts = url.split("#", 2);
    ModelServer.Settings settings =
        new ModelServer.Settings(
            URI.create(parts[0]),
            openAi ? Protocol.OPENAI : Protocol.LLAMA_CPP,
            parts.length > 1 ? parts[1] : "",
            openAi ? LISTED_BY_OPENAI : LISTED,
            Duration.ofMinutes(2),
            Duration.ofSeconds(1),
            Optional.ofNullable(System.getenv("CCL_SERVER_KEY")),
            Optional.of(Fetch.defaultDirectory().resolveSibling("answers")));
    return Models.around(
        tokenizer -> {
          ModelServer server = ModelServer.of(settings, tokenizer);
          Runtime.getRuntime()
              .addShutdownHook(
                  new Thread(
                      () -> {
                        if (server.hasAnswered()) {
                          err.println("ccl: " + server.usage());
                          err.flush();
                        }
                      }));
          return server;
        },
        tokens,
        opening);
  }

  private static LoadedModel supplied(String name) {
    try {
      Object made = Class.forName(name).getConstructor().newInstance();
      checkArgument(
          made instanceof Supplier<?> supplier && supplier.get() instanceof LoadedModel,
          "class:%s: no java.util.function.Supplier of a LoadedModel",
          name);
      return (LoadedModel) ((Supplier<?>) made).get();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "class:" + name + ": no public class with a public constructor without arguments", e);
    }
  }
}

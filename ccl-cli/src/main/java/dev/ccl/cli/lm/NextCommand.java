package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.token.Tokenizer;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ccl lm next}: the law of the next token. */
@Command(
    name = "next",
    description = "Prints the likeliest next tokens after a prefix, with their log-probabilities.")
final class NextCommand implements Callable<Integer> {
  /** ASCII alone, so that no terminal changes a piece. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Spec private CommandSpec spec;

  @Mixin private Weights weights;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TEXT",
      description = "the prefix as a text, put behind the token that begins texts")
  private String text;

  @Option(
      names = "--ids",
      paramLabel = "LIST",
      description = "the prefix as token ids instead, such as 1,2,3; nothing is put before them")
  private String ids;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "40",
      description = "how many tokens (default: ${DEFAULT-VALUE})")
  private int top;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    checkArgument(top >= 1, "--top: %s is not at least 1", top);
    checkArgument(
        (text == null) != (ids == null),
        "the prefix: either TEXT or --ids, one of them, is needed");
    LoadedModel model = weights.openForTokens();
    int[] prefix = ids == null ? spelled(model.tokenizer()) : listed(model.model().vocabulary());
    checkArgument(prefix.length > 0, "the prefix: no token is left of it");
    double[] logs = model.model().logProbabilities(prefix);
    List<Integer> likeliest =
        IntStream.range(0, logs.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer id) -> -logs[id]).thenComparing(id -> id))
            .limit(top)
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(document(model.tokenizer(), prefix, likeliest, logs)));
    } else {
      for (int id : likeliest) {
        String piece = JSON.writeValueAsString(piece(model.tokenizer(), id));
        out.println(String.format(Locale.ROOT, "%8d  %10.6f  %s", id, logs[id], piece));
      }
    }
    out.flush();
    return 0;
  }

  private int[] spelled(Tokenizer tokenizer) {
    return IntStream.concat(tokenizer.begin().stream(), IntStream.of(tokenizer.encode(text)))
        .toArray();
  }

  private int[] listed(int vocabulary) {
    return Splitter.on(',')
        .trimResults()
        .splitToStream(ids)
        .mapToInt(id -> id(id, vocabulary))
        .toArray();
  }

  private static int id(String written, int vocabulary) {
    Integer id = Ints.tryParse(written);
    checkArgument(id != null, "--ids: %s is no token id", written);
    checkArgument(id >= 0 && id < vocabulary, "--ids: %s is not in 0 … %s", id, vocabulary - 1);
    return id;
  }

  private static ObjectNode document(
      Tokenizer tokenizer, int[] prefix, List<Integer> likeliest, double[] logs) {
    ObjectNode document = JSON.createObjectNode();
    ArrayNode before = document.putArray("prefix");
    IntStream.of(prefix).forEach(before::add);
    ArrayNode tokens = document.putArray("tokens");
    for (int id : likeliest) {
      tokens
          .addObject()
          .put("id", id)
          .put("piece", piece(tokenizer, id))
          .put("logProbability", logs[id]);
    }
    return document;
  }

  /** The text that a token adds, bytes that are no text as U+FFFD; nothing for a control token. */
  private static String piece(Tokenizer tokenizer, int id) {
    return id < tokenizer.vocabulary() ? tokenizer.continuation(id) : "";
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code ccl lm fetch}, {@code ask} and {@code run}, without a real model. */
class LmModelCommandsTest {
  @TempDir Path directory;

  @Test
  void theGroupTellsItsCommands() {
    Outcome outcome = Outcome.of("lm");
    assertEquals(0, outcome.code());
    assertTrue(outcome.out().contains("fetch") && outcome.out().contains("ask"), outcome.out());
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path page =
        Files.writeString(directory.resolve("model.gguf"), "<html>Not Found</html>".repeat(9));
    Path empty = Files.createDirectory(directory.resolve("empty"));
    String[][] wrong = {
      {"lm", "fetch", "gpt-17"},
      {"lm", "ask"},
      {"lm", "ask", "x", "--weights", directory.resolve("none").toString()},
      {"lm", "ask", "x", "--weights", page.toString()},
      {"lm", "ask", "x", "--weights", empty.toString()},
      {"lm", "ask", "x", "--weights", page.toString(), "--tokens", "0"},
      {"lm", "run", "words", "--student", "cubic", "--weights", page.toString()},
      {"lm", "run", "words", "--on-demand", "--rollouts", "1", "--weights", page.toString()},
      {"lm", "run", "words", "--on-demand", "--rewards", "0", "--weights", page.toString()},
      {"lm", "run", "words", "--on-demand", "--threads", "0", "--weights", page.toString()},
      {"lm", "run", "words", "--on-demand", "--weights", page.toString()},
      {"lm", "run", "songs", "--weights", page.toString()},
      {"lm", "next", "x", "--model", "http://127.0.0.1:1/"}, // no tokenizer
      {"lm", "next", "x", "--model", "class:java.lang.String"},
      {"lm", "next", "x", "--model", "class:dev.none.Of"},
      {"lm", "next", "x", "--model", page.toString(), "--activations", "bold"}
    };
    for (String[] args : wrong) {
      Outcome outcome = Outcome.of(args);
      assertEquals(2, outcome.code(), String.join(" ", args));
      assertEquals("", outcome.out());
      outcome.assertOneLine();
    }
    assertTrue(Outcome.of("lm", "fetch", "gpt-17").err().contains("minimind2-small, stories15M"));
  }

  /** A model of one's own, by the name of a class. */
  public static final class Supplied implements Supplier<LoadedModel> {
    /** Called by name. */
    public Supplied() {}

    @Override
    public LoadedModel get() {
      try {
        Path file = TinyModelFile.write(Files.createTempFile("model", ".bin"), 1);
        file.toFile().deleteOnExit();
        return Models.open(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void aClassIsAModel() throws IOException {
    Path file = TinyModelFile.write(directory.resolve("model.bin"), 1);
    Outcome own = Outcome.of("lm", "next", "a cat", "--model", "class:" + Supplied.class.getName());
    assertEquals(0, own.code(), own.err());
    assertEquals(Outcome.of("lm", "next", "a cat", "--model", file.toString()).out(), own.out());
  }

  /** The law of the next token, of token ids and of the text that has them. */
  @Test
  void theLikeliestNextTokens() throws IOException {
    Path file = TinyModelFile.write(directory.resolve("model.bin"), 1);
    LoadedModel model = Models.open(file);
    String text = "What is a cat?";
    int[] prefix = model.prompt(text); // this model has no template
    String ids = IntStream.of(prefix).mapToObj(String::valueOf).collect(Collectors.joining(","));
    String[] line = {"lm", "next", "--ids", ids, "--weights", file.toString(), "--json"};
    Outcome all = Outcome.of("lm", "next", text, "--weights=" + file, "--json", "--top=1000");
    assertEquals(0, all.code(), all.err());
    JsonNode tokens = new ObjectMapper().readTree(all.out()).path("tokens");
    assertEquals(300, tokens.size());
    double[] logs = model.model().logProbabilities(prefix);
    double total = 0;
    double last = 0;
    for (JsonNode token : tokens) {
      double log = token.path("logProbability").asDouble();
      assertEquals(logs[token.path("id").asInt()], log);
      assertEquals(
          model.tokenizer().continuation(token.path("id").asInt()), token.path("piece").asText());
      assertTrue(log <= last, "the likeliest first");
      last = log;
      total += Math.exp(log);
    }
    assertEquals(1, total, 1e-9);
    JsonNode forty = new ObjectMapper().readTree(Outcome.of(line).out());
    assertEquals(40, forty.path("tokens").size());
    assertEquals(tokens.get(39), forty.path("tokens").get(39));
    assertEquals(prefix.length, forty.path("prefix").size());
    List<String> lines =
        Outcome.of("lm", "next", text, "--weights=" + file, "--top=3").out().lines().toList();
    assertEquals(3, lines.size());
    assertTrue(
        lines.get(2).strip().startsWith(tokens.get(2).path("id").asText() + " "), lines.get(2));
    for (String wrong : new String[] {"", "1,x", "300", "-1", "1,,2", "1.5"}) {
      Outcome refused = Outcome.of("lm", "next", "--ids=" + wrong, "--weights=" + file);
      assertEquals(2, refused.code(), wrong);
      refused.assertOneLine();
    }
    int context = model.model().context();
    String many = "1,".repeat(3 * context) + "1";
    assertEquals(
        "ccl: a prefix of "
            + (3 * context + 1)
            + " tokens is longer than the context of "
            + context
            + System.lineSeparator(),
        Outcome.of("lm", "next", "--ids=" + many, "--weights=" + file).err());
    assertEquals(2, Outcome.of("lm", "next", "--weights=" + file).code());
    assertEquals(2, Outcome.of("lm", "next", "x", "--ids=1", "--weights=" + file).code());
    assertEquals(2, Outcome.of("lm", "next", "x", "--top=0", "--weights=" + file).code());
  }

  /** A family of templates may be chosen; there is no other than the known ones. */
  @Test
  void templatesAreChosen() throws IOException {
    Path file = TinyModelFile.write(directory.resolve("model.bin"), 1);
    String[] line = {"lm", "ask", "What is a cat?", "--weights=" + file, "--tokens=5"};
    String plain = Outcome.of(line).out();
    List<String> chosen = new ArrayList<>(List.of(line));
    chosen.add("--template=plain");
    assertEquals(plain, Outcome.of(chosen.toArray(new String[0])).out());
    chosen.set(5, "--template=zephyr");
    assertNotEquals(plain, Outcome.of(chosen.toArray(new String[0])).out());
    chosen.set(5, "--template=klingon");
    Outcome unknown = Outcome.of(chosen.toArray(new String[0]));
    assertEquals(2, unknown.code());
    unknown.assertOneLine();
    assertTrue(unknown.err().contains("plain, chatml, zephyr"), unknown.err());
  }

  /** Ten answers before and after, however many questions there are. */
  @Test
  void tenAnswersAreShown() throws IOException {
    Path model = TinyModelFile.write(directory.resolve("model.bin"), 1);
    Path questions = directory.resolve("mine.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 26; i++) {
      lines.append("{\"id\": \"" + i + "\", \"text\": \"Is " + i + " even?\"}\n");
    }
    Files.writeString(questions, lines);
    for (String way : List.of("--student=linear", "--student=residual", "--on-demand")) {
      Outcome outcome =
          Outcome.of(
              "lm",
              "run",
              questions.toString(),
              "--answers=yes,no",
              "--verifier=class:" + SessionTest.Letters.class.getName(),
              "--learner=practical-by-rollouts",
              "--prompts=12",
              "--rewards=1",
              "--rollouts=2",
              "--features=log",
              "--student-features=log",
              way,
              "--weights=" + model);
      assertEquals(0, outcome.code(), outcome.err());
      assertEquals(
          10,
          outcome.out().lines().filter(line -> line.contains(") -> ")).distinct().count(),
          outcome.out());
    }
  }

  /** The model of this file has a context of 256 tokens. */
  @Test
  void anAnswerBeyondTheContextIsPrintedAsFarAsItGoes() throws IOException {
    String model = TinyModelFile.write(directory.resolve("model.bin"), 1).toString();
    Outcome few = Outcome.of("lm", "ask", "Is 1 even?", "--tokens=5", "--weights", model);
    assertEquals("", few.err());
    Outcome many = Outcome.of("lm", "ask", "Is 1 even?", "--tokens=1000000000", "--weights", model);
    assertEquals(0, many.code(), many.err());
    assertTrue(many.out().startsWith(few.out().strip()), many.out());
    many.assertOneLine();
    assertTrue(
        many.err()
            .matches(
                "ccl: warning: the answer is cut off after 2\\d\\d tokens, where the"
                    + " model's context of 256 is full\\R"),
        many.err());
  }

  @Test
  void kindsThatTheSourceDoesNotHaveAreNamed() throws IOException {
    Path model = TinyModelFile.write(directory.resolve("model.bin"), 1);
    for (String shift : new String[] {"disjoint", "mixture"}) {
      Outcome outcome =
          Outcome.of(
              "lm",
              "run",
              "comparisons",
              "--shift=" + shift,
              "--learner=careful",
              "--prompts=10",
              "--rewards=2",
              "--features=log,embedding=2,hidden=1x1",
              "--student-features=log,embedding=2",
              "--weights=" + model);
      assertEquals(0, outcome.code(), outcome.err());
      assertEquals(
          shift.equals("disjoint"), outcome.err().contains("\"smaller-zh\""), outcome.err());
    }
  }
}

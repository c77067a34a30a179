package dev.ccl.lm.answer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.Ints;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.TiedModel;
import dev.ccl.lm.compile.ToyModel;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.SentencePiece;
import dev.ccl.lm.token.Tokenizer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ModelReaderTest {
  private static final LoadedModel MODEL = ToyModel.loaded(5);

  private static double[] embedding(String letter) {
    double[] row = new double[Fresh.width(MODEL.model())];
    Fresh.embedding(MODEL.model(), MODEL.tokenizer().encode(letter)[0], row);
    return row;
  }

  @Test
  void aPieceOfSeveralTokensHasTheirMeanEmbedding() {
    ModelReader voice = new ModelReader(MODEL, AnswerGrammar.oneOf(List.of("x", "zyx")), "");
    double[][] rows = voice.embeddings(List.of("x", "zyx"));
    assertArrayEquals(embedding("x"), rows[0]);
    double[] mean = new double[rows[1].length];
    for (String letter : List.of("x", "y", "z")) {
      double[] row = embedding(letter);
      for (int i = 0; i < mean.length; i++) {
        mean[i] += row[i] / 3;
      }
    }
    assertArrayEquals(mean, rows[1], 1e-12);
  }

  @Test
  void theTeacherReadsItsExamplesAndTheReferenceDoesNot() {
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("x", "zy"));
    TaskReading.Source source = new TaskReading.Source(MODEL, MODEL, 0.1, "xyzzy ");
    Question question = Question.of("q", "a", "q", "say x", Map.of());
    double withTeacher = ratio(source.teacherReader(grammar), question);
    double plain = ratio(source.referenceReader(grammar), question);
    assertEquals(expected("xyzzy say x"), withTeacher, 1e-12);
    assertEquals(expected("say x"), plain, 1e-12);
    assertTrue(Math.abs(withTeacher - plain) > 1e-6);
  }

  /** An answer in a chat ends where a turn ends, not where a text does. */
  @Test
  void anAnswerEndsWithTheEndOfItsTurn() {
    LoadedModel chat = ToyModel.inChat(5);
    ModelReader voice =
        new ModelReader(chat, AnswerGrammar.oneOf(List.of("x", AnswerGrammar.END)), "");
    double[] logs = chat.model().logProbabilities(chat.prompt("say x"));
    double expected = logs[chat.tokenizer().encode("x")[0]] - logs[ToyModel.TURN];
    Question question = Question.of("q", "a", "q", "say x", Map.of());
    assertEquals(expected, ratio(voice, question), 1e-12);
  }

  /** Words that are put into the mouth of the answer come behind the question. */
  @Test
  void anOpeningIsReadBehindTheQuestion() {
    ModelReader voice = new ModelReader(MODEL, AnswerGrammar.oneOf(List.of("x", "zy")), "");
    Question question = new Question("q", "a", "q", "say x", "y z", ImmutableMap.of());
    int[] before = Ints.concat(MODEL.prompt("say x"), MODEL.tokenizer().encode("y z"));
    double expected =
        ToyModel.logProbability(MODEL, before, "x") - ToyModel.logProbability(MODEL, before, "zy");
    assertEquals(expected, ratio(voice, question), 1e-12);
  }

  private static double ratio(ModelReader voice, Question question) {
    ModelReader.Query place = new ModelReader.Query(voice.start(question), voice.listed(0));
    PieceLaw law = voice.read(List.of(place)).get(0).law();
    return law.log(0) - law.log(1);
  }

  private static double expected(String text) {
    int[] prompt = MODEL.prompt(text);
    return ToyModel.logProbability(MODEL, prompt, "x")
        - ToyModel.logProbability(MODEL, prompt, "zy");
  }

  @Test
  void smoothingMixesWithTheUniformLaw() {
    PieceLaw law = PieceLaw.of(new double[] {Math.log(0.1), Math.log(0.3), Math.log(0.2)});
    assertEquals(0.6, law.mass(), 1e-12);
    double[] smoothed = law.smoothed(0.3);
    double[] expected = {1 / 6.0, 0.5, 1 / 3.0};
    for (int k = 0; k < 3; k++) {
      assertEquals(0.7 * expected[k] + 0.1, Math.exp(smoothed[k]), 1e-12);
    }
  }

  /** The likeliest pieces, of equal ones those with the lower ids, and the end behind them. */
  @Test
  void theFirstOfEqualPiecesAreLegal() {
    LoadedModel tied = new LoadedModel(new TiedModel(21), MODEL.tokenizer(), MODEL.template());
    Question question = Question.of("q", "a", "q", "say x", Map.of());
    for (int top : new int[] {1, 2, 5, 9, 16}) {
      ModelReader voice = new ModelReader(tied, AnswerGrammar.top(top, 2), "");
      int node = voice.start(question);
      List<Integer> prefix = Ints.asList(tied.prompt("say x"));
      List<Integer> ids = new ArrayList<>();
      Set<String> texts = new HashSet<>();
      for (int id = 0; id < 20; id++) { // 20 ends a text
        String text = tied.tokenizer().continuation(id);
        if (!text.isEmpty() && texts.add(text)) {
          ids.add(id);
        }
      }
      assertEquals(16, ids.size(), "one letter stands for two tokens");
      ids.sort(Comparator.comparing(id -> -TiedModel.logit(prefix, id))); // keeps equals in order
      List<String> expected = new ArrayList<>();
      ids.subList(0, top).forEach(id -> expected.add(tied.tokenizer().continuation(id)));
      expected.add(AnswerGrammar.END);
      ModelReader.PieceReading reading =
          voice.read(List.of(new ModelReader.Query(node, voice.listed(0)))).get(0);
      assertEquals(expected, reading.legal());
      double first = TiedModel.logit(prefix, ids.get(0)) - TiedModel.logit(prefix, 20);
      assertEquals(first, reading.law().log(0) - reading.law().log(top), 1e-12);
      assertArrayEquals(
          new float[] {prefix.size(), prefix.get(prefix.size() - 1)}, reading.hidden());
    }
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> {
              ModelReader voice = new ModelReader(tied, AnswerGrammar.top(17, 2), "");
              voice.read(List.of(new ModelReader.Query(voice.start(question), ImmutableList.of())));
            });
    assertEquals("top: the model has 16 pieces of text, not 17", refusal.getMessage());
  }

  /** Also where the end of a text can be read: it is the end, and no piece. */
  @Test
  void theEndIsNoPiece() {
    LoadedModel model = ToyModel.endingWith(5, 'z');
    ModelReader voice = new ModelReader(model, AnswerGrammar.top(15, 2), "");
    Question question = Question.of("q", "a", "q", "say x", Map.of());
    ModelReader.Query place = new ModelReader.Query(voice.start(question), voice.listed(0));
    List<String> legal = voice.read(List.of(place)).get(0).legal();
    assertEquals(16, legal.size());
    assertEquals(AnswerGrammar.END, legal.get(15));
    assertTrue(legal.contains("x") && !legal.contains("z"), legal.toString());
  }

  private static String refusal(Executable what) {
    return assertThrows(IllegalArgumentException.class, what).getMessage();
  }

  /** A tokenizer of bytes and two control tokens, of which the second ends a text. */
  private static Tokenizer bytes(OptionalInt end) {
    Pieces.Builder pieces = Pieces.builder().control("<s>").control("</s>");
    IntStream.range(0, 256).forEach(pieces::singleByte);
    ImmutableDoubleArray scores = ImmutableDoubleArray.copyOf(new double[258]);
    return SentencePiece.of(pieces.build(), scores, OptionalInt.empty(), end);
  }

  private static ImmutableList<String> likeliest(LoadedModel model, int top) {
    ModelReader voice = new ModelReader(model, AnswerGrammar.top(top, 2), "");
    Question question = Question.of("q", "a", "q", "say x", Map.of());
    return voice
        .read(List.of(new ModelReader.Query(voice.start(question), voice.listed(0))))
        .get(0)
        .legal();
  }

  /** Parts of characters are no pieces, nor are tokens that only the model has. */
  @Test
  void onlyWholeCharactersAreSpoken() {
    for (int vocabulary : new int[] {258, 270}) {
      LoadedModel model =
          new LoadedModel(new TiedModel(vocabulary), bytes(OptionalInt.of(1)), MODEL.template());
      List<String> legal = likeliest(model, 128);
      assertEquals(129, new HashSet<>(legal).size());
      assertTrue(legal.stream().allMatch(p -> p.isEmpty() || p.charAt(0) < 128));
      assertEquals(
          "top: the model has 128 pieces of text, not 129", refusal(() -> likeliest(model, 129)));
      for (int id : model.greedy(new int[] {5, 70}, 40)) {
        assertTrue(id < 258);
      }
    }
  }

  /** Nor those that only the tokenizer has: two control tokens, then the bytes from 0 to 97. */
  @Test
  void whatTheModelDoesNotHaveIsNotSpoken() {
    LoadedModel small =
        new LoadedModel(new TiedModel(100), bytes(OptionalInt.of(1)), MODEL.template());
    List<String> legal = likeliest(small, 98);
    assertEquals(99, new HashSet<>(legal).size());
    assertTrue(legal.stream().allMatch(p -> p.isEmpty() || p.charAt(0) < 98));
    assertEquals(
        "top: the model has 98 pieces of text, not 99", refusal(() -> likeliest(small, 99)));
  }

  /** Not the tokens that would spell it at the beginning of a text, where a space is put first. */
  @Test
  void aLikelyPieceIsTheTokenThatWasFound() {
    LoadedModel model =
        new LoadedModel(new TiedModel(258), bytes(OptionalInt.of(1)), MODEL.template());
    assertEquals(2, model.tokenizer().encode("x").length);
    ModelReader voice = new ModelReader(model, AnswerGrammar.top(9, 2), "");
    int node = voice.start(Question.of("q", "a", "q", "say x", Map.of()));
    List<Integer> prefix = Ints.asList(model.prompt("say x"));
    ModelReader.PieceReading reading =
        voice.read(List.of(new ModelReader.Query(node, voice.listed(0)))).get(0);
    double end = TiedModel.logit(prefix, 1) - reading.law().log(9);
    for (int k = 0; k < 9; k++) {
      int id = 2 + reading.legal().get(k).charAt(0); // behind two control tokens
      assertEquals(TiedModel.logit(prefix, id) - end, reading.law().log(k), 1e-12);
      double[] expected = new double[Fresh.width(model.model())];
      Fresh.embedding(model.model(), id, expected);
      assertArrayEquals(expected, voice.embeddings(reading.legal())[k]);
    }
  }

  /** A number whose digits are pieces is what the model says of "12", not of " 1 2". */
  @Test
  void aPieceContinuesTheTextWithoutASpace() {
    LoadedModel model =
        new LoadedModel(new TiedModel(258), bytes(OptionalInt.of(1)), MODEL.template());
    ModelReader voice = new ModelReader(model, AnswerGrammar.number(2), "");
    for (String text : List.of("1+1", "1+2", "1+3")) {
      int node = voice.start(new Question(text, "a", "q", text, "=", ImmutableMap.of()));
      List<Integer> prefix = new ArrayList<>(Ints.asList(model.prompt(text)));
      prefix.addAll(Ints.asList(model.tokenizer().encode("=")));
      for (int digit : new int[] {2, 4}) {
        PieceLaw law =
            voice.read(List.of(new ModelReader.Query(node, voice.listed(0)))).get(0).law();
        for (int k = 0; k < 10; k++) {
          int more = TiedModel.logit(prefix, digit(k)) - TiedModel.logit(prefix, digit(0));
          assertEquals(more, law.log(k) - law.log(0), 1e-12);
        }
        node = voice.then(node, "" + digit);
        prefix.add(digit(digit));
      }
    }
  }

  private static int digit(int k) {
    return 2 + '0' + k; // behind two control tokens
  }

  /** Of what the teacher knows as one token it is asked about that token, as the reference is. */
  @Test
  void theTeacherHearsTheTokenThatWasFound() {
    LoadedModel model =
        new LoadedModel(new TiedModel(258), bytes(OptionalInt.of(1)), MODEL.template());
    ModelReader teacher = new ModelReader(model, AnswerGrammar.top(9, 2), "say y. ");
    int node = teacher.start(Question.of("q", "a", "q", "say x", Map.of()));
    List<Integer> prefix = Ints.asList(model.prompt("say y. say x"));
    ImmutableList<String> legal = likeliest(model, 9);
    PieceLaw law = teacher.read(List.of(new ModelReader.Query(node, legal))).get(0).law();
    for (int k = 0; k < 9; k++) {
      int id = 2 + legal.get(k).charAt(0); // behind two control tokens
      double more = TiedModel.logit(prefix, id) - TiedModel.logit(prefix, 1);
      assertEquals(more, law.log(k) - law.log(9), 1e-12);
      ModelReader.Query then = new ModelReader.Query(teacher.then(node, legal.get(k)), legal);
      assertArrayEquals(
          new float[] {prefix.size() + 1, id}, teacher.read(List.of(then)).get(0).hidden());
    }
  }

  /** A model that was put together twice of the same parts teaches itself. */
  @Test
  void theReferenceIsItsOwnTeacher() {
    LoadedModel again = new LoadedModel(MODEL.model(), MODEL.tokenizer(), MODEL.template());
    assertTrue(new TaskReading.Source(MODEL, again, 0.1, "").isTaughtByReference());
    assertFalse(new TaskReading.Source(MODEL, again, 0.1, "x").isTaughtByReference());
    LoadedModel other = ToyModel.loaded(6);
    assertFalse(new TaskReading.Source(MODEL, other, 0.1, "").isTaughtByReference());
  }

  /** Answers grow for learners on several threads: whatever is asked waits for its turn. */
  @Test
  void growingAnswersAreAskedByOneThreadAtATime() {
    for (Method method : GrowingAnswers.class.getDeclaredMethods()) {
      boolean open = Modifier.isPublic(method.getModifiers());
      if (open && !Modifier.isStatic(method.getModifiers())) {
        assertTrue(Modifier.isSynchronized(method.getModifiers()), method.getName());
      }
    }
  }

  @Test
  void whatCannotBeSaidIsRefused() {
    LoadedModel endless =
        new LoadedModel(new TiedModel(258), bytes(OptionalInt.empty()), MODEL.template());
    AnswerGrammar grammar = AnswerGrammar.oneOf(List.of("x", "y"));
    assertEquals(
        "the model has no token that ends an answer",
        refusal(() -> new ModelReader(endless, grammar, "")));
    Tokenizer mute =
        (Tokenizer)
            Proxy.newProxyInstance(
                Tokenizer.class.getClassLoader(),
                new Class<?>[] {Tokenizer.class},
                (proxy, method, arguments) ->
                    method.getName().startsWith("encode") && "y".equals(arguments[0])
                        ? new int[0]
                        : method.invoke(MODEL.tokenizer(), arguments));
    LoadedModel model = new LoadedModel(MODEL.model(), mute, MODEL.template());
    ModelReader voice = new ModelReader(model, grammar, "");
    int start = voice.start(Question.of("q", "a", "q", "say x", Map.of()));
    assertEquals(
        "the text \"y\" has no token",
        refusal(() -> voice.read(List.of(new ModelReader.Query(start, voice.listed(0))))));
    double never = Double.NEGATIVE_INFINITY;
    assertEquals(
        "the model gives no legal piece any probability",
        refusal(() -> PieceLaw.of(new double[] {never, never})));
    PieceLaw unlikely = PieceLaw.of(new double[] {-2000, -2000 + Math.log(3)});
    assertEquals(Math.log(0.25), unlikely.log(0), 1e-12);
    assertEquals(Math.log(0.75), unlikely.log(1), 1e-12);
    assertEquals(0, unlikely.mass());
    PieceLaw one = PieceLaw.of(new double[] {never, Math.log(0.25)});
    assertEquals(0.25, one.mass(), 1e-15);
    assertArrayEquals(new double[] {Math.log(0.05), Math.log(0.95)}, one.smoothed(0.1), 1e-12);
  }

  /** Trees are read some at a time; progress counts all questions so far. */
  @Test
  void progressCountsQuestions() {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of()));
    }
    Task task =
        Task.of("many", questions, AnswerGrammar.oneOf(List.of("x", "y")), (q, a) -> 0, List.of());
    LoadedModel tied = new LoadedModel(new TiedModel(21), MODEL.tokenizer(), MODEL.template());
    List<Long> told = new ArrayList<>();
    TaskReading reading = TaskReading.read(task, questions, TaskReading.Source.of(tied), told::add);
    assertEquals(List.of(64L, 128L, 130L), told);
    assertEquals(130, reading.states());
    for (Question question : questions) {
      List<Integer> prefix = Ints.asList(tied.prompt(question.text()));
      AnswerNode root = reading.tree(question).get(0);
      double expected = TiedModel.logit(prefix, 1) - TiedModel.logit(prefix, 2);
      assertEquals(expected, root.teacher().log(0) - root.teacher().log(1), 1e-12, question.id());
    }
    Question unread = Question.of("other", "a", "q", "say 1", Map.of());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> reading.tree(unread));
    assertEquals("question \"other\" has not been read", refusal.getMessage());
    for (double share : new double[] {0, -0.1, Math.nextUp(1.0), Double.NaN}) {
      assertEquals(
          "smoothing: " + share + " is not in (0,1]",
          refusal(() -> new TaskReading.Source(tied, tied, share, "")));
    }
    assertEquals(1, new TaskReading.Source(tied, tied, 1, "").smoothing());
  }

  /** A million answers can be listed, and no more. */
  @Test
  void aMillionAnswersAreListed() {
    List<Question> questions = List.of(Question.of("q", "a", "q", "say x", Map.of()));
    List<String> ten = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    List<List<String>> positions = new ArrayList<>(Collections.nCopies(6, ten));
    AnswerGrammar million = AnswerGrammar.positions(positions);
    TaskReading.checkListed(Task.of("t", questions, million, (q, a) -> 0, List.of()));
    positions.set(0, ImmutableList.<String>builder().addAll(ten).add(AnswerGrammar.END).build());
    AnswerGrammar more = AnswerGrammar.positions(positions);
    assertEquals(1_000_001, more.answers());
    Task task = Task.of("t", questions, more, (q, a) -> 0, List.of());
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG")); // where numbers are written otherwise
      assertEquals(
          "the answers to a question of task t are too many to list (1e+06): run it on demand",
          refusal(() -> TaskReading.checkListed(task)));
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Whether the likeliest pieces have been looked for before or not. */
  @Test
  void anOpeningIsReadAlikeWheneverItsQuestionComes() {
    LoadedModel model =
        new LoadedModel(new TiedModel(258), bytes(OptionalInt.of(1)), MODEL.template());
    ModelReader voice = new ModelReader(model, AnswerGrammar.top(9, 2), "");
    for (int i = 0; i < 3; i++) {
      Question question = new Question("q" + i, "a", "q", "say " + i, "x", ImmutableMap.of());
      int[] before = Ints.concat(model.prompt("say " + i), model.tokenizer().encode("x"));
      ModelReader.Query place = new ModelReader.Query(voice.start(question), voice.listed(0));
      assertArrayEquals(
          new float[] {before.length, before[before.length - 1]},
          voice.read(List.of(place)).get(0).hidden(),
          "question " + i);
    }
  }
}

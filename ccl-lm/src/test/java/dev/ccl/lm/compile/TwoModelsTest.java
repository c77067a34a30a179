package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.answer.AnswerNode;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.TokenLaw;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A reference, and a teacher that is another model and has been shown examples. */
class TwoModelsTest {
  private static final LoadedModel REFERENCE = ToyModel.loaded(5);
  private static final LoadedModel TEACHER = ToyModel.loaded(9);
  private static final String EXAMPLES = "say xyz ";
  private static final TaskReading.Source SOURCE =
      new TaskReading.Source(REFERENCE, TEACHER, 0.1, EXAMPLES);
  private static final double TEMPERATURE = 0.4;
  private static final CompileSettings SETTINGS =
      CompileSettings.DEFAULT
          .withTemperature(TEMPERATURE)
          .withRecipes(
              FeatureRecipe.parse("log,embedding=2,hidden=1x1"), FeatureRecipe.TEMPERATURE);
  private static final List<String> PIECES = List.of("x", "y", "zx");
  private static final Task TASK = task(PIECES, 2);
  private static final Split SPLIT =
      Split.draw(TASK.questions(), TASK.shift("types"), 3, 3); // two kinds: sides differ
  private static final TaskReading READING =
      TaskReading.read(TASK, TASK.questions(), SOURCE, n -> {});
  private static final Compiled COMPILED = TaskCompiler.compile(READING, SPLIT, "toy", SETTINGS, 1);

  private static Task task(List<String> pieces, int horizon) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      String type = i % 2 == 0 ? "a" : "b";
      String text = (i % 2 == 0 ? "say " : "x y z ") + i;
      questions.add(Question.of("q" + i, type, "q" + i, text, Map.of("n", "" + i)));
    }
    List<List<String>> positions = new ArrayList<>();
    for (int h = 0; h < horizon; h++) {
      positions.add(pieces);
    }
    return Task.of(
        "toy",
        questions,
        AnswerGrammar.positions(positions),
        (q, answer) -> answer.length() % 2,
        List.of(Shift.between("types", List.of("a"), List.of("b"))));
  }

  private static AnswerNode node(Instance instance, Node state) {
    Question question =
        TASK.questions().stream()
            .filter(q -> q.id().equals(state.prompt()))
            .findFirst()
            .orElseThrow();
    List<String> prefix = new ArrayList<>();
    state.prefix().forEach(token -> prefix.add(instance.header().vocabulary().token(token)));
    return READING.tree(question).stream()
        .filter(n -> n.prefix().equals(prefix))
        .findFirst()
        .orElseThrow();
  }

  /** What the teacher model says at its temperature, normalised over the legal pieces. */
  private static double[] taught(Instance instance, Node state) {
    double[] log = new double[state.size()];
    double sum = 0;
    for (int k = 0; k < log.length; k++) {
      log[k] = node(instance, state).teacher().log(k) / TEMPERATURE;
      sum += Math.exp(log[k]);
    }
    for (int k = 0; k < log.length; k++) {
      log[k] -= Math.log(sum);
    }
    return log;
  }

  /** The mean over both sides, each with half of the weight. */
  private static double missing(Instance instance, TokenLaw taught, double[] w) {
    Instance exchanged =
        Instance.of(
            instance.header(),
            ImmutableList.copyOf(instance.prompts().values()),
            instance.target(),
            instance.source());
    double sum = 0;
    for (Instance side : List.of(instance, exchanged)) {
      Naive model = Naive.of(side);
      sum += 0.5 * Costs.of(model).divergence(taught, model.calibrated(w));
    }
    return sum;
  }

  @Test
  void theTeacherIsTheProjectionOfItsModelOnBothSides() {
    Instance instance = COMPILED.instance();
    double[] w = instance.header().teacher().toArray();
    Map<String, double[]> known = new HashMap<>();
    TokenLaw taught =
        state -> known.computeIfAbsent(state.toString(), name -> taught(instance, state));
    double least = missing(instance, taught, w);
    assertEquals(least, COMPILED.report().teacherFit(), 1e-9);
    assertTrue(least > 1e-4, "a class that holds the teacher would hide a wrong projection");
    for (int i = 0; i < w.length; i++) {
      for (double step : new double[] {-1e-2, 1e-2}) {
        double[] moved = w.clone();
        moved[i] += step;
        assertTrue(missing(instance, taught, moved) > least - 1e-12, "coordinate " + i);
      }
    }
  }

  /** However small the set, the teacher is in it: at its edge, where a larger one has another. */
  @Test
  void aSmallSetHoldsTheTeacher() {
    double bound = 0.75 * TEMPERATURE;
    Compiled small = TaskCompiler.compile(READING, SPLIT, "toy", SETTINGS.withBound(bound), 1);
    double[] teacher = small.instance().header().teacher().toArray();
    assertEquals(bound, Math.sqrt(Arrays.stream(teacher).map(x -> x * x).sum()), 1e-9);
  }

  /** At every state: what was asked, then the tokens of every piece before it. */
  @Test
  void examplesAreShownToTheTeacherAlone() {
    boolean longer = false;
    for (Question question : TASK.questions()) {
      for (AnswerNode node : READING.tree(question)) {
        double[] reference = law(REFERENCE, question.text(), node.prefix());
        double[] taught = law(TEACHER, EXAMPLES + question.text(), node.prefix());
        double[] smoothed = new double[3];
        node.reading().reference(smoothed);
        for (int k = 0; k < 3; k++) {
          assertEquals(0.9 * reference[k] + 0.1 / 3, smoothed[k], 1e-12);
          assertEquals(taught[k], Math.exp(node.teacher().log(k)), 1e-12);
        }
        longer |= node.prefix().contains("zx");
      }
      double[] unprepared = law(TEACHER, question.text(), List.of());
      double[] taught = law(TEACHER, EXAMPLES + question.text(), List.of());
      assertNotEquals(taught[0], unprepared[0], "examples change something");
    }
    assertTrue(longer, "a state behind a piece of two tokens");
  }

  /** What the models say of the pieces, not normalised. */
  private static double[] probabilities(LoadedModel model, String asked, List<String> prefix) {
    int[] before = Ints.concat(model.prompt(asked), encoded(model, prefix));
    double[] p = new double[3];
    Arrays.setAll(p, k -> Math.exp(ToyModel.logProbability(model, before, PIECES.get(k))));
    return p;
  }

  private static int[] encoded(LoadedModel model, List<String> pieces) {
    return model.tokenizer().encode(String.join("", pieces)); // one token per letter
  }

  private static double[] law(LoadedModel model, String asked, List<String> prefix) {
    double[] p = probabilities(model, asked, prefix);
    double sum = p[0] + p[1] + p[2];
    return Arrays.stream(p).map(x -> x / sum).toArray();
  }

  /** Means over states, not over questions, of which each has 1 + 3 states. */
  @Test
  void theReportCountsStatesRewardsAndMass() {
    double sum = 0;
    double least = 1;
    int states = 0;
    for (List<Question> side : List.of(SPLIT.source(), SPLIT.target())) {
      for (Question question : side) {
        for (AnswerNode node : READING.tree(question)) {
          double mass =
              Arrays.stream(probabilities(REFERENCE, question.text(), node.prefix())).sum();
          sum += mass;
          least = Math.min(least, mass);
          states++;
        }
      }
    }
    Compiled.Report report = COMPILED.report();
    assertEquals(6 * (1 + 3), states);
    assertEquals(states, report.states());
    assertEquals(6 * 9, report.rewards());
    assertEquals(sum / states, report.meanMass(), 1e-12);
    assertEquals(least, report.leastMass(), 1e-12);
    assertEquals(2 * 9 * (1 + 3), READING.states(), "both models, all questions");
  }

  @Test
  void provenanceTellsBothModelsAndWhatWasFoundApart() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(Provenance.text(COMPILED, READING, SETTINGS, "types", 3));
    assertEquals(REFERENCE.model().digest(), json.path("reference").asText());
    assertEquals(TEACHER.model().digest(), json.path("teacher").asText());
    assertNotEquals(json.path("teacher").asText(), json.path("reference").asText());
    assertEquals(COMPILED.instance().digest(), json.path("instance").asText());
    assertEquals(EXAMPLES, json.path("preamble").asText());
    assertEquals(3, json.path("seed").asInt());
    double[] settings = new double[4];
    List<String> names = List.of("smoothing", "lambda", "bound", "temperature");
    for (int i = 0; i < 4; i++) {
      settings[i] = json.path(names.get(i)).asDouble();
    }
    assertArrayEquals(
        new double[] {0.1, SETTINGS.lambda(), SETTINGS.bound(), TEMPERATURE}, settings);
    Compiled.Report report = COMPILED.report();
    assertEquals(report.states(), json.path("found").path("states").asLong());
    assertEquals(report.rewards(), json.path("found").path("rewards").asLong());
    assertEquals(report.meanMass(), json.path("found").path("meanMass").asDouble());
    assertEquals(report.leastMass(), json.path("found").path("leastMass").asDouble());
    assertTrue(report.leastMass() < report.meanMass() && report.leastMass() > 0);
    assertEquals(report.teacherFit(), json.path("found").path("teacherFit").asDouble());
    assertEquals(COMPILED.calibration().dimension(), json.path("phi").path("dimension").asInt());
    assertEquals(COMPILED.student().dimension(), json.path("phiStu").path("dimension").asInt());
  }

  /** A piece of several tokens has the mean of their embeddings. */
  @Test
  void embeddingsOfLongPiecesAreMeans() {
    int width = Fresh.width(REFERENCE.model());
    double[] expected = new double[width];
    double[] row = new double[width];
    for (String piece : PIECES) {
      int[] ids = REFERENCE.tokenizer().encode(piece);
      for (int id : ids) {
        Fresh.embedding(REFERENCE.model(), id, row);
        for (int i = 0; i < width; i++) {
          expected[i] += row[i] / ids.length / PIECES.size();
        }
      }
    }
    List<Double> found = new ArrayList<>();
    COMPILED
        .calibration()
        .forEachNumber(
            (name, value) -> {
              if (name.equals("0.embedding.mean")) {
                found.add(value);
              }
            });
    assertArrayEquals(expected, found.stream().mapToDouble(x -> x).toArray(), 1e-6);
  }

  /** No smoothed law has a larger range: the least probability is s/n, the largest the rest. */
  @Test
  void theRangeOfLogsHoldsWhereTheModelIsSure() {
    ModelStates states = new ModelStates(TASK, SPLIT, SOURCE);
    double least = 0.1 / 3;
    assertTrue(states.logRange() >= 0.5 * (Math.log(0.9 + least) - Math.log(least)));
  }

  /** With the same draws at every position a rollout would repeat one piece. */
  @Test
  void rolloutsDrawAnewAtEveryPosition() {
    Task task = task(List.of("x", "y", "z"), 3);
    ModelStates states = new ModelStates(task, SPLIT, SOURCE);
    int prompts = 6;
    int last = 0;
    for (State state : states.statesOfRollouts(8, 1)) {
      last += state.prefix().length() == 2 ? 1 : 0;
    }
    assertTrue(last > 4 * prompts, last + " prefixes of two pieces, where 9 are possible");
  }

  private static double[] law(StateReading reading) {
    double[] law = new double[reading.pieces()];
    reading.reference(law);
    return law;
  }

  /** How often the first piece is the likeliest one, within what Hoeffding's inequality allows. */
  @Test
  void rolloutsAreAnswersOfTheReference() {
    double level = 1e-13;
    ModelStates states = new ModelStates(task(List.of("x", "y", "z"), 2), SPLIT, SOURCE);
    List<StateReading> all =
        states.readings(states.allStates()); // 6 roots, then the 3 states behind each of them
    int prompts = 6;
    int seeds = 500;
    double expected = 0;
    int found = 0;
    for (int seed = 0; seed < seeds; seed++) {
      List<StateReading> visited = states.readings(states.statesOfRollouts(1, seed));
      assertEquals(2 * prompts, visited.size());
      for (int i = 0; i < prompts; i++) {
        double[] root = law(all.get(i));
        int likeliest = root[0] >= Math.max(root[1], root[2]) ? 0 : root[1] >= root[2] ? 1 : 2;
        double[] behind = law(all.get(prompts + 3 * i + likeliest));
        expected += root[likeliest];
        found += Arrays.equals(behind, law(visited.get(prompts + i))) ? 1 : 0;
      }
    }
    FalseAlarms.declare(level);
    int n = seeds * prompts;
    double slack = Math.sqrt(n * Math.log(2 / level) / 2);
    assertEquals(expected, found, slack);
    assertTrue(expected > n / 3.0 + 2 * slack, "a uniform choice would be seen");
  }
}

package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepFileTest {
  private static final String GRID =
      """
      instances:
        - {generate: separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]}
      learners:
        - {learner: ccl, settings: {updates: [1, 2]}}
        - direct-matching
      rounds: 3
      seeds: 2
      ask: {against: alpha, by: [learner, updates], map: lambda, measure: excessCost}
      """;

  @TempDir private Path directory;

  private SweepFile open(String yaml) throws IOException {
    Path file = directory.resolve("grid.yaml");
    Files.writeString(file, yaml);
    return SweepFile.open(file);
  }

  @Test
  void whatGoesNowhereElseGoesBelowTheWorkingDirectory() {
    Path expected = Path.of("out", "a");
    for (String file : List.of("a.yaml", "grids/a.yaml", "/else/where/a.yml")) {
      assertEquals(expected, SweepFile.standardDirectory(Path.of(file)), file);
    }
  }

  @Test
  void parametersOfAGeneratorAreAxes() throws IOException {
    SweepFile file = open(GRID);
    assertEquals(2 * 2 * 3, file.plans().size());
    assertEquals(
        List.of(
            "separation-d1-lambda1-alpha0.5.json",
            "separation-d1-lambda1-alpha0.75.json",
            "separation-d1-lambda2-alpha0.5.json",
            "separation-d1-lambda2-alpha0.75.json"),
        file.plans().stream().map(p -> p.subject().fileName()).distinct().toList());
    assertEquals(
        SeparationInstance.of(1, 2, 2, 0.75).digest(), file.plans().get(11).subject().digest());
    assertEquals(
        new Question(
            "",
            Measure.EXCESS_COST,
            Optional.of("alpha"),
            Optional.of(ImmutableList.of("learner", "updates")),
            Optional.of("lambda")),
        file.question());
    assertEquals(Question.OPEN, open(GRID.replaceAll("ask:.*\n", "")).question());
    assertEquals(
        new Question(
            "",
            Measure.ORACLE_KL,
            Optional.of("round"),
            Optional.of(ImmutableList.of("batch")),
            Optional.empty()),
        open(GRID.replaceAll("ask:.*\n", "ask: {against: round, by: batch}\n")).question(),
        "a setting of the last learner alone");
  }

  @Test
  void aRangeIsAListOfWholeNumbers() throws IOException {
    List<RunPlan> plans =
        open("""
        instances: [{generate: random, seed: 3..6}]
        learners: [practical]
        rounds: 3
        """)
            .plans();
    assertEquals(List.of("3", "4", "5", "6"), instanceSeeds(plans));
    assertEquals(List.of("7"), instanceSeeds(random("7..7")));
    assertEquals(List.of("-2", "-1", "0", "1"), instanceSeeds(random("-2..1")));
    assertEquals(List.of("9", "1", "2"), instanceSeeds(random("[9, 1..2]")));
    // A range of the most numbers is none too many: its first instance is refused by another rule.
    assertMessage(
        "instances[0]: alpha: 0.2 is not in",
        GRID.replace("d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "d: 1..10000, alpha: 0.2"));
    assertMessage(
        "instances[0].d: 0..10000 is not a range of 1 to 10000 whole numbers",
        GRID.replace("d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "d: 0..10000, alpha: 0.2"));
  }

  private List<RunPlan> random(String seed) throws IOException {
    return open("instances: [{generate: random, seed: "
            + seed
            + "}]\nlearners: [practical]\nrounds: 3\n")
        .plans();
  }

  private static List<String> instanceSeeds(List<RunPlan> plans) {
    return plans.stream().map(p -> p.subject().parameters().get("instance-seed")).toList();
  }

  @Test
  void globsFindFilesInOrder() throws IOException {
    Files.createDirectories(directory.resolve("mine/deep"));
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("mine/b.json"));
    InstanceWriter.write(SeparationInstance.of(1, 2, 1, 0.5), directory.resolve("mine/a.json"));
    InstanceWriter.write(DemoInstance.of(), directory.resolve("mine/deep/c.json"));
    Path deepest = Files.createDirectories(directory.resolve("mine/deep/er/still/d"));
    InstanceWriter.write(SeparationInstance.of(1, 2, 4, 0.5), deepest.resolve("d.json"));
    Files.writeString(directory.resolve("mine/notes.txt"), "no instance");
    String rest = "\nlearners: [practical]\nrounds: 3\n";
    assertEquals(List.of("a.json", "b.json"), names(open("instances: ['mine/*.json']" + rest)));
    assertEquals(List.of("c.json"), names(open("instances: ['mine/**/c.json']" + rest)));
    assertEquals(List.of("d.json"), names(open("instances: ['mine/**/d.json']" + rest)));
    assertEquals(List.of("b.json"), names(open("instances: ['mine/[bx].json']" + rest)));
    assertEquals(List.of("a.json"), names(open("instances: ['mine/{a,c}.json']" + rest)));
    assertEquals(List.of("a.json", "b.json"), names(open("instances: ['mine/?.json']" + rest)));
    assertEquals(List.of("c.json"), names(open("instances: ['m*e/deep/*.json']" + rest)));
    assertEquals(List.of("c.json", "d.json"), names(open("instances: ['mine/*/**.json']" + rest)));
    InstanceWriter.write(SeparationInstance.of(1, 2, 5, 0.5), directory.resolve("mine/[bx].json"));
    assertEquals(
        List.of("[bx].json"),
        names(open("instances: ['mine/[bx].json']" + rest)),
        "a file of that very name");
    Files.delete(directory.resolve("mine/[bx].json"));
    assertMessage("instances[0]: no file matches", "instances: ['mine/*.yaml']" + rest);
    assertMessage("instances[0]: no file matches", "instances: ['none/*.json']" + rest);
    assertMessage("notes.txt", "instances: ['mine/*']" + rest);
    Coordinates place = Coordinates.of(open("instances: ['mine/*.json']" + rest).plans().get(0));
    assertEquals(ImmutableMap.of(), place.chosen());
    assertEquals("1", place.measured().get("lambda"));
    assertEquals("2", place.measured().get("D"));
    assertEquals(
        0.5 * Math.sqrt(2), Double.parseDouble(place.measured().get("teacher-bias")), 1e-9);
  }

  private static List<String> names(SweepFile file) {
    return file.plans().stream().map(plan -> plan.subject().fileName()).toList();
  }

  @Test
  void whatBreaksARuleIsRefusedWithItsPlace() throws IOException {
    String[][] bad = {
      {"generate: separation", "generate: sep", "instances[0]: there is no generator \"sep\""},
      {"generate: separation", "make: separation", "instances[0]: is neither"},
      {"alpha: [0.5, 0.75]", "alpha: []", "instances[0].alpha: is empty"},
      {"alpha: [0.5, 0.75]", "alpha: [0.2]", "instances[0]: alpha: 0.2 is not in"},
      {"alpha: [0.5, 0.75]", "beta: 1", "instances[0]: generator separation has no parameter"},
      {"alpha: [0.5, 0.75]", "alpha: [0.5, 0.50]", "a cell is listed twice: ccl on separation"},
      {"d: 1", "d: 5..1", "instances[0].d: 5..1 is not a range"},
      {"d: 1, lambda: [1, 2]", "d: 1..5000, lambda: [1, 2]", "instances[0]: has more than 10000"},
      {"d: 1", "d: 1..9999999999", "instances[0].d: 1..9999999999 is not a range"},
      {"against: alpha", "against: beta", "ask.against: there is no coordinate \"beta\""},
      {"against: alpha", "versus: alpha", "ask: unknown key \"versus\""},
      {"by: [learner, updates]", "by: [learner, upates]", "ask.by: there is no coordinate"},
      {"map: lambda", "map: mu", "ask.map: there is no coordinate"},
      {"measure: excessCost", "measure: error", "ask.measure: there is no measure \"error\""},
    };
    for (String[] edit : bad) {
      assertTrue(GRID.contains(edit[0]), edit[0]);
      assertMessage(edit[2], GRID.replace(edit[0], edit[1]));
    }
  }

  private void assertMessage(String part, String yaml) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> open(yaml), yaml).getMessage();
    assertTrue(message.contains("grid.yaml: ") && message.contains(part), message);
  }

  @Test
  void aSweepLeavesItsInstancesItsCellsAndItsStudy() throws IOException {
    SweepFile file = open(GRID);
    Path out = directory.resolve("out");
    Sweep sweep = Sweep.of(out, file.plans(), file.question());
    sweep.run(new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE);
    String generated = "instances/" + file.plans().get(0).subject().fileName();
    InstanceWriter.write(DemoInstance.of(), out.resolve(generated));
    sweep.run(
        new LocalThreads(1, Cadence.AT_THE_END), Monitor.NONE); // puts right what was changed since
    List<String> lines = Files.readAllLines(out.resolve("cells.csv"));
    assertEquals(1 + 12, lines.size());
    List<String> head = List.of(lines.get(0).split(","));
    assertTrue(
        head.containsAll(List.of("lambda", "alpha", "updates", "step", "sourceQueries")),
        lines.get(0));
    for (int i = 0; i < 12; i++) {
      RunPlan plan = file.plans().get(i);
      List<String> row = List.of(lines.get(i + 1).split(",", -1));
      Map<String, String> all = Coordinates.of(plan).all();
      head.stream()
          .filter(all::containsKey)
          .forEach(key -> assertEquals(all.get(key), row.get(head.indexOf(key)), key));
      assertEquals(mean(out, row, head), Double.parseDouble(cell(row, head, "oracleKl")), 1e-15);
      assertEquals(
          plan.subject().digest(),
          InstanceReader.read(out.resolve("instances").resolve(plan.subject().fileName()))
              .digest());
    }
    Study study = Study.read(out);
    assertEquals(file.question(), study.question());
    assertEquals(
        file.plans().stream().map(Coordinates::of).toList(), study.cells().values().asList());
  }

  /** Learners from outside may call a setting what an instance calls a coordinate of its own. */
  @Test
  void aSettingThatIsNamedLikeACoordinateHasTheLearnersNameBeforeIt() throws IOException {
    Learner learner = new Namesake(Learners.named("practical"));
    RunPlan plan = open(GRID).plans().get(0);
    Coordinates place = Coordinates.of(RunPlan.of(plan.subject(), learner, plan.recorded(), 1, 1));
    assertEquals(
        ImmutableMap.of(
            "learner.alpha", "7", "learner.H", "8", "learner.learner", "9", "patience", "10"),
        place.settings());
    Map<String, String> all = place.all();
    assertEquals("0.5", all.get("alpha"));
    assertEquals("7", all.get("learner.alpha"));
    assertEquals("2", all.get("H"));
    assertEquals("namesake", all.get("learner"));
  }

  private record Namesake(Learner learner) implements Learner {
    @Override
    public String name() {
      return "namesake";
    }

    @Override
    public Settings settings() {
      return Settings.of(
          List.of(
              Setting.count("alpha", 7, 1, "not the teacher's share"),
              Setting.count("H", 8, 1, "not the horizon"),
              Setting.count("learner", 9, 1, "not a name"),
              Setting.count("patience", 10, 1, "of its own")));
    }

    @Override
    public Learner with(Settings settings) {
      return this;
    }

    @Override
    public LearnerState initial(LearningProblem problem, long seed) {
      return learner.initial(problem, seed);
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      return learner.open(problem, state, threads);
    }
  }

  /** The mean over seeds at round 3, from the file of the run. */
  private static double mean(Path out, List<String> row, List<String> head) throws IOException {
    Path runs = out.resolve("cells").resolve(cell(row, head, "cell")).resolve("rows.csv");
    return Files.readAllLines(runs).stream()
        .map(line -> line.split(",", -1))
        .filter(cells -> cells[1].equals("3"))
        .mapToDouble(cells -> Double.parseDouble(cells[2]))
        .average()
        .orElseThrow();
  }

  private static String cell(List<String> row, List<String> head, String name) {
    return row.get(head.indexOf(name));
  }

  /** To pool everything is another question than to leave the lines open. */
  @Test
  void everyPartOfAQuestionIsKept() throws IOException {
    for (Question question :
        List.of(
            Question.OPEN,
            new Question(
                "why?",
                Measure.COST,
                Optional.of("alpha"),
                Optional.of(ImmutableList.of("learner", "d")),
                Optional.of("lambda")),
            new Question(
                "along the way",
                Measure.EXCESS_COST,
                Optional.of(Question.ROUND),
                Optional.empty(),
                Optional.of("d")),
            new Question(
                "",
                Measure.ORACLE_KL,
                Optional.empty(),
                Optional.of(ImmutableList.of()),
                Optional.empty()))) {
      assertTrue(!Study.isIn(directory.resolve("nowhere")));
      Study.write(directory, question, List.of());
      assertTrue(Study.isIn(directory));
      assertEquals(question, Study.read(directory).question());
    }
  }

  @Test
  void aDamagedStudyIsRefused() throws IOException {
    SweepFile file = open(GRID);
    Path out = Files.createDirectories(directory.resolve("out"));
    Study.write(out, file.question(), Sweep.of(directory.resolve("x"), file.plans()).cells());
    Files.createDirectories(directory.resolve("no/study.json"));
    assertTrue(!Study.isIn(directory.resolve("no")) && Study.isIn(out), "a directory is none");
    Path study = out.resolve("study.json");
    Files.writeString(study, Files.readString(study).replace("0.75", "0.85"));
    assertThrows(IllegalArgumentException.class, () -> Study.read(out));
  }

  /** A ready study asks, and has enough seeds and pooled instances for what it says to hold. */
  @Test
  void readyStudiesHaveEnoughSeedsAndInstances() {
    for (String name : ReadyStudies.NAMES) {
      SweepFile study = SweepFile.parse(name, ReadyStudies.yaml(name), Map.of(), directory);
      assertTrue(study.question().text().endsWith("?"), name);
      Map<Map<String, String>, Set<String>> pools = new HashMap<>();
      for (RunPlan plan : study.plans()) {
        assertTrue(plan.seeds() >= Summary.LEAST, name);
        Coordinates place = Coordinates.of(plan);
        Map<String, String> point = new HashMap<>(place.chosen());
        point.remove(Coordinates.INSTANCE_SEED);
        point.put(Coordinates.LEARNER, place.learner() + place.settings());
        pools.computeIfAbsent(point, p -> new HashSet<>()).add(plan.subject().digest());
      }
      long values = // of the axis, which are compared in pairs
          study.plans().stream()
              .map(
                  plan ->
                      ""
                          + plan.learner()
                              .settings()
                              .texts()
                              .get(study.question().against().orElse("")))
              .distinct()
              .count();
      for (Set<String> instances : pools.values()) {
        int pairs = (int) Math.max(1, values * (values - 1) / 2);
        double[] worse = new double[instances.size()];
        Arrays.fill(worse, 1);
        assertTrue(
            instances.size() == 1
                || Summary.ofDifferences(new double[worse.length], worse, pairs).isAbove(0),
            name + instances);
      }
    }
  }

  @Test
  void everyReadyStudyIsSound() {
    for (String name : ReadyStudies.NAMES) {
      SweepFile study =
          SweepFile.parse(
              name, ReadyStudies.yaml(name), Map.of("rounds", 3, "seed", 7L << 32), directory);
      assertEquals(7L << 32, study.plans().get(0).firstSeed());
      assertTrue(study.plans().size() >= 10, name);
      assertTrue(study.question().text().endsWith("?"), name);
      assertEquals(3, study.plans().get(0).recorded().last());
    }
    assertThrows(IllegalArgumentException.class, () -> ReadyStudies.yaml("nothing"));
  }
}

package dev.ccl.algorithms;



/**
 * All pairs of values of all settings, and each with each problem, end as was recorded, or refuse
 * with the words that were recorded; and so do runs that go on from files at several rounds.
 */
@Tag("record")
final class RecordedPairsTest {
  private static final long SEED = 11;
  private static final int ROUNDS = 25;
  private static final List<Integer> STOPS = List.of(1, 4, 5, 13, ROUNDS);
  private static final RunIdentity IDENTITY = RunIdentity.of(ImmutableMap.of("a", "run"));

  private static final ImmutableMap<String, List<String>> BOTH =
      ImmutableMap.<String, List<String>>builder()
          .put("alternatives", List.of("student", "uniform", "teacher"))
          .put("student-step", List.of("paper", "natural", "averaging"))
          .put("exploration", List.of("on", "off", "screened"))
          .put("updates", List.of("1", "2"))
          .put("calibrate-every", List.of("1", "3"))
          .put("queries", List.of("all", "informative"))
          .put("first-stage", List.of("0", "11"))
          .put("initial-calibration", List.of("teacher", "shifted"))
          .put("sampler", List.of("counts", "trajectories"))
          .buildOrThrow();

  private static final ImmutableMap<String, List<String>> WHOLE =
      ImmutableMap.<String, List<String>>builder()
          .put("problem", RichProblems.WHOLE.keySet().asList())
          .putAll(BOTH)
          .put("acceptance", List.of("rejection", "expectation", "controlled", "valued"))
          .put("calibration", List.of("paper", "newton", "evidence", "projection", "frozen"))
          .put("averaging", List.of("none", "guarded"))
          .put("gradient", List.of("score", "causal"))
          .put("gradient-batch", List.of("paper", "exact", "slow", "3"))
          .put("validation", List.of("paper", "exact", "slow", "2"))
          .put("warm-start", List.of("none", "teacher"))
          .buildOrThrow();

  private static final ImmutableMap<String, List<String>> GROWING =
      ImmutableMap.<String, List<String>>builder()
          .put("problem", List.of("box", "explicit", "curved"))
          .putAll(BOTH)
          .put("acceptance", List.of("rejection", "expectation", "controlled"))
          .put("calibration", List.of("newton", "evidence", "frozen"))
          .put("gradient", List.of("score", "causal", "rest"))
          .put("gradient-batch", List.of("paper", "slow", "3"))
          .put("validation", List.of("paper", "slow", "2"))
          .buildOrThrow();

  private static final ImmutableMap<String, List<String>> PATHS =
      ImmutableMap.<String, List<String>>builder()
          .put("problem", List.of("box", "explicit", "one-token", "curved"))
          .put(
              "learner",
              List.of(
                  "direct-matching",
                  "forward-kl",
                  "sft",
                  "token-reverse-kl",
                  "source-reward",
                  "importance-weighted"))
          .put("step", List.of("paper", "constant:0.05", "root:0.3", "inverse:2.0"))
          .put("batch", List.of("1", "3"))
          .put("answers", List.of("1000", "7"))
          .put("start", List.of("zero", "problem"))
          .buildOrThrow();

  /** A learner with the settings of a row. */
  private static Learner learner(Map<String, String> row, LearningProblem problem) {
    Learner learner = Learners.named(row.getOrDefault("learner", "ccl"));
    for (Map.Entry<String, String> entry : row.entrySet()) {
      boolean frozen = entry.getValue().equals("frozen"); // what calibrate-every=0 was called
      if (!entry.getKey().equals("problem") && !entry.getKey().equals("learner") && !frozen) {
        boolean shifted = entry.getValue().equals("shifted");
        learner = learner.with(entry.getKey(), shifted ? shifted(problem) : entry.getValue());
      }
    }
    if (row.containsValue("frozen")) {
      learner = learner.with("calibrate-every", "0");
    }
    return learner;
  }

  /** A calibration within W that is not the teacher's. */
  private static String shifted(LearningProblem problem) {
    double[] w = problem.calibration().initial().toArray();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < w.length; i++) {
      texts.add(Double.toString((i % 2 == 0 ? 0.75 : -0.5) * w[i]));
    }
    return String.join(",", texts);
  }

  private static LearnerState atOnce(Learner learner, LearningProblem problem) {
    try (Session session = learner.start(problem, SEED, 1)) {
      session.advance(ROUNDS);
      return session.state();
    }
  }

  /** The same run, each part of it opened at what a file says of the part before. */
  private static LearnerState inParts(Learner learner, LearningProblem problem) {
    LearnerState state = learner.initial(problem, SEED);
    for (int stop : STOPS) {
      byte[] file = Checkpoints.bytes(IDENTITY, new Replicate(state, ImmutableList.of()));
      state = Checkpoints.replicate("file", file, IDENTITY, SEED).state();
      try (Session session = learner.open(problem, state, 1)) {
        session.advance(stop - state.round());
        state = session.state();
      }
    }
    return state;
  }

  private static String end(Map<String, String> row, LearningProblem problem) {
    Learner learner = learner(row, problem);
    LearnerState end;
    try {
      end = atOnce(learner, problem);
    } catch (IllegalArgumentException refusal) {
      return "  refuses: " + refusal.getMessage() + "\n";
    }
    assertEquals(end, inParts(learner, problem), () -> row + " goes on elsewhere");
    return RichProblems.text(end);
  }

  private static void check(
      String name, Map<String, List<String>> values, Map<String, LearningProblem> problems) {
    StringBuilder text = new StringBuilder();
    for (Map<String, String> row : Pairs.cover(values)) {
      text.append(String.join(" ", row.values())).append('\n');
      text.append(end(row, problems.get(row.get("problem"))));
    }
    Recorded.check(RecordedPairsTest.class, name, text.toString());
  }

  @Test
  void allPairsOnWholeTrees() {
    check("pairs-whole.txt", WHOLE, RichProblems.WHOLE);
  }

  @Test
  void allPairsWhereTreesGrow() {
    Map<String, LearningProblem> problems = new LinkedHashMap<>();
    GROWING.get("problem").forEach(name -> problems.put(name, RichProblems.growing(name)));
    check("pairs-growing.txt", GROWING, problems);
  }

  @Test
  void allPairsOfBaselines() {
    Map<String, LearningProblem> problems = new LinkedHashMap<>(RichProblems.WHOLE);
    problems.put("explicit", RichProblems.growing("explicit"));
    check("pairs-baselines.txt", PATHS, problems);
  }

  /** What has a new value or a new setting gets it here as well. */
  @Test
  void everySettingAndEveryWordIsInTheRows() {
    TreeSet<String> keys = new TreeSet<>(CclSettings.PAPER.texts().keySet());
    TreeSet<String> varied = new TreeSet<>(WHOLE.keySet());
    varied.remove("problem");
    assertEquals(keys, varied);
    for (Setting<?> setting : CclSettings.PAPER.all()) {
      if (keys.contains(setting.key()) && setting.form().contains("|")) {
        for (String word : setting.form().split("\\|", -1)) {
          boolean named =
              WHOLE.get(setting.key()).contains(word)
                  || GROWING.getOrDefault(setting.key(), List.of()).contains(word);
          assertEquals(!word.contains(" "), named, () -> setting.key() + "=" + word);
        }
      }
    }
  }
}

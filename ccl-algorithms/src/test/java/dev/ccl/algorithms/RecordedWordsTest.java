package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.testkit.ForwardingFamily;
import dev.ccl.testkit.Recorded;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All words of learners: their settings, what they read and refuse, and their warnings. */
@Tag("record")
final class RecordedWordsTest {
  /** What is tried for every setting; few of them are values of it. */
  private static final List<String> TRIED =
      List.of(
          "",
          " ",
          "0",
          "1",
          "-1",
          "2",
          "7",
          "0.5",
          "1e3",
          "1e-3",
          "0.05",
          "NaN",
          "Infinity",
          "off",
          "on",
          "none",
          "never",
          "Paper",
          "paper",
          "exact",
          "teacher",
          "student",
          "target",
          "score",
          "0.1,-0.2",
          "0.1, 0.2",
          "1,,2",
          "excess<0.1",
          "oracle-kl<1e-3",
          "excess<0",
          "excess<inf",
          "excess<Infinity",
          "excess>1",
          "constant:0.5",
          "constant:0",
          "root:1",
          "inverse:1:2",
          "inverse:x",
          "paper:1",
          "9223372036854775807",
          "9223372036854775808",
          "1.0",
          "trajectories",
          "informative",
          "zero",
          "problem",
          "010",
          "0x10",
          "#10",
          "-0",
          "+7",
          " 7",
          "7 ",
          "7L",
          "1_000",
          "1,000",
          "0x1p-1",
          "010.50",
          " paper",
          "constant:010",
          "constant:0x1p-1",
          "excess<010",
          "ALL",
          "Informative",
          "informatively",
          "None",
          "nonesuch",
          "TEACHER",
          "teachers",
          "teach",
          "Zero",
          "problems",
          "OFF",
          "offset",
          "onwards",
          "Never",
          "nevermore",
          "papers",
          "exactly",
          "slow",
          "Slow",
          "slower",
          "race",
          "races",
          "count",
          "counts",
          "constant:1:2",
          "constant:",
          ":1",
          "constant",
          "Constant:1",
          "constant:NaN",
          "constant:Infinity",
          "constants:1",
          "inverse:1e-3",
          "root:-1",
          "excess<1<2",
          "excess<",
          "excess",
          "excess<-1",
          "excess<NaN",
          "Excess<1",
          "excesses<1",
          "kl<1",
          "oracle-kl<0",
          "oracle-kl<0.5",
          "oracle-kl>0.5",
          "never<1",
          "1,2,",
          ",",
          "1;2",
          "NaN,0",
          "teacher,1",
          "1e400",
          "-0.5",
          "0.999999",
          "1.5");

  private static String outcome(Setting<?> setting, String tried) {
    try {
      return "= " + setting.parse(tried);
    } catch (IllegalArgumentException e) {
      return "! " + e.getMessage();
    }
  }

  @Test
  void settingsOfAllLearners() {
    StringBuilder text = new StringBuilder();
    Map<Setting<?>, Boolean> seen = new LinkedHashMap<>();
    for (Learner learner : Learners.all()) {
      text.append(learner.name()).append(' ').append(learner.settings()).append('\n');
      learner.settings().all().forEach(setting -> seen.put(setting, true));
    }
    for (Setting<?> setting : seen.keySet()) {
      text.append('\n').append(setting.key()).append(": ").append(setting.documentation());
      text.append("; ").append(setting.form()).append("; ").append(setting.initial()).append('\n');
      for (String tried : TRIED) {
        String outcome = outcome(setting, tried);
        if (outcome.startsWith("=")) {
          text.append('"').append(tried).append("\" ").append(outcome).append('\n');
          String shown = outcome.substring(2);
          assertEquals(shown, setting.parse(shown).toString(), "what is shown can be read");
          assertAllDigits(setting, tried);
        } else {
          assertEquals(
              "! setting " + setting.key() + ": \"" + tried + "\" is not " + setting.form(),
              outcome);
        }
      }
    }
    Recorded.check(RecordedWordsTest.class, "settings.txt", text.toString());
  }

  /** What is shown of a setting is what it is, to the last digit. */
  private static void assertAllDigits(Setting<?> setting, String tried) {
    for (String digits : List.of("0.12345678901234566", "9007199254740993")) {
      String text = tried.replaceAll("[0-9][0-9.]*(e-?[0-9]+)?", digits);
      String outcome = outcome(setting, text);
      String rounded = String.valueOf(Double.parseDouble(digits)); // of what need not be whole
      if (outcome.startsWith("=") && text.contains(digits)) {
        assertTrue(outcome.contains(digits) || outcome.contains(rounded), text + " " + outcome);
      }
    }
  }

  private static Learner learner(String words) {
    List<String> parts = Splitter.on(' ').splitToList(words);
    Learner learner = Learners.named(parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      int at = part.indexOf('=');
      learner = learner.with(part.substring(0, at), part.substring(at + 1));
    }
    return learner;
  }

  /** A class that is neither linear nor declares bounds. */
  private static LearningProblem undeclared() {
    LearningProblem base = RichProblems.WHOLE.get("box");
    return base.withStudent(hidden(base.student())).withCalibration(hidden(base.calibration()));
  }

  private static PolicyClass hidden(PolicyClass plain) {
    PolicyFamily family = new ForwardingFamily(plain.family());
    return new PolicyClass(family, plain.set(), plain.initial());
  }

  /** One of each sort of which learners have something to say. */
  private static Map<String, LearningProblem> spokenOf() {
    return ImmutableMap.<String, LearningProblem>builder()
        .put("box", RichProblems.WHOLE.get("box"))
        .put("separation", SeparationInstance.of(2, 3, 0.5, 0.5).problem())
        .put("new kind", MisspecifiedInstance.NEW_KIND.of(1).problem())
        .put("residual", RichProblems.WHOLE.get("residual"))
        .put("undeclared", undeclared())
        .put("growing curved", RichProblems.growing("curved"))
        .buildOrThrow();
  }

  /** What a learner says before its first round, or why it makes none. */
  private static String words(Learner learner, LearningProblem problem) {
    StringBuilder text = new StringBuilder();
    try {
      for (String word : learner.warnings(problem)) {
        text.append("    warns: ").append(word).append('\n');
      }
      try (Session session = learner.start(problem, 1, 1)) {
        session.advance(1);
      }
    } catch (IllegalArgumentException e) {
      text.append("    refuses: ").append(e.getMessage()).append('\n');
    }
    return text.toString();
  }

  @Test
  void warningsAndRefusals() {
    List<String> learners =
        List.of(
            "ccl",
            "practical",
            "careful",
            "practical validation=7",
            "careful gradient=causal",
            "two-stage",
            "uncalibrated",
            "uncalibrated averaging=guarded acceptance=valued",
            "oracle",
            "oracle initial-calibration=0.1,0.2",
            "oracle initial-calibration=9,9,9",
            "direct-matching",
            "sft step=constant:0.1",
            "sft step=constant:0.1 answers=9223372036854775807",
            "source-reward",
            "ccl calibration=newton",
            "ccl calibration=newton gradient-batch=exact",
            "ccl calibration=projection",
            "ccl calibration=evidence alternatives=uniform",
            "ccl calibration=newton averaging=guarded",
            "ccl calibration=newton acceptance=valued",
            "ccl calibration=newton validation=exact",
            "ccl calibration=newton warm-start=teacher",
            "ccl calibration=newton gradient=rest");
    StringBuilder text = new StringBuilder();
    Map<String, LearningProblem> problems = spokenOf();
    for (String words : learners) {
      text.append(words).append('\n');
      problems.forEach(
          (name, problem) -> {
            String said = words(learner(words), problem);
            text.append("  ").append(name).append(said.isEmpty() ? ": runs\n" : "\n");
            text.append(said);
          });
    }
    Recorded.check(RecordedWordsTest.class, "warnings.txt", text.toString());
  }

  /** Longer runs of the presets, in which reviews open, forests grow and memories fill. */
  @Test
  void presetsOnAllProblems() {
    StringBuilder text = new StringBuilder();
    RichProblems.WHOLE.forEach(
        (name, problem) -> {
          for (String words :
              List.of(
                  "ccl", "practical", "careful", "two-stage first-stage=17", "oracle updates=2")) {
            text.append(name).append(' ').append(words).append('\n');
            text.append(ends(learner(words), problem, 20));
          }
        });
    for (String name : List.of("box", "one-token", "curved")) {
      for (String words :
          List.of("practical", "practical calibration=evidence", "practical validation=7")) {
        text.append("growing ").append(name).append(' ').append(words).append('\n');
        text.append(ends(learner(words), RichProblems.growing(name), 20));
      }
    }
    Recorded.check(RecordedWordsTest.class, "presets.txt", text.toString());
  }

  private static String ends(Learner learner, LearningProblem problem, int rounds) {
    StringBuilder text = new StringBuilder();
    try (Session session = learner.start(problem, 5, 1)) {
      for (int part = 0; part < 2; part++) {
        session.advance(rounds);
        text.append(RichProblems.text(session.state()));
      }
      text.append("  growth ").append(session.growth().entries()).append('\n');
    }
    return text.toString();
  }
}

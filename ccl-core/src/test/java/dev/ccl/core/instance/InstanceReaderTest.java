package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.SourceVerifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a document becomes, and what the reader lets pass. */
class InstanceReaderTest {
  private static final int A = 0;
  private static final int EOS = 1;
  private static final int NULL = 2;

  @Test
  void everyFieldArrives() {
    Instance instance = BaseDocument.read(BaseDocument.TEXT);
    Instance.Header header = instance.header();
    assertEquals("base", header.name());
    assertEquals(0.77, header.lambda());
    assertEquals(1.5, header.bound());
    assertEquals(2, header.horizon());
    assertEquals("[A, EOS, null]", header.vocabulary().tokens().toString());
    assertEquals(EOS, header.vocabulary().eos());
    assertEquals(NULL, header.vocabulary().pad());
    assertEquals(Feasibility.EOS_PADDED, header.feasibility());
    assertEquals(Ball.of(2, 1.5), header.calibrationSet());
    assertEquals(ImmutableDoubleArray.of(0.41, -0.11), header.teacher());
    assertEquals(ImmutableDoubleArray.of(0.51), header.initial());
    assertEquals("[x1] [y1]", instance.source() + " " + instance.target());
    PromptTable y = instance.prompts().get("y1");
    assertEquals("of the source", instance.prompts().get("x1").prompt().text());
    assertEquals("", y.prompt().text());
    StateTable root = y.states().get(0);
    assertEquals(ImmutableIntArray.of(EOS, A), root.tokens());
    assertEquals(0.33, root.phi(1, 1));
    assertEquals(0.91, root.phiStu(0, 0));
    assertEquals(0.875, root.pre(1));
    assertEquals(
        ImmutableMap.of(
            ImmutableIntArray.of(EOS, NULL), 0.19,
            ImmutableIntArray.of(A, A), 1.0,
            ImmutableIntArray.of(A, EOS), 0.29),
        y.rewards());
    assertEquals(0.29, y.reward(ImmutableIntArray.of(A, EOS)));
    assertThrows(IllegalArgumentException.class, () -> y.reward(ImmutableIntArray.of(EOS, A)));
    assertThrows(IllegalArgumentException.class, () -> y.reward(ImmutableIntArray.of(EOS)));
    assertThrows(
        IllegalArgumentException.class, () -> y.reward(ImmutableIntArray.of(EOS, NULL, NULL)));
  }

  @Test
  void theOrderOfKeysDoesNotMatter() {
    String prompts = BaseDocument.TEXT.substring(BaseDocument.TEXT.indexOf("\"prompts\""));
    prompts = prompts.substring(0, prompts.lastIndexOf(']') + 1);
    String before =
        BaseDocument.TEXT.substring(1, BaseDocument.TEXT.indexOf("\"prompts\"")).strip();
    String swapped = "{" + prompts + "," + before.substring(0, before.length() - 1) + "}";
    swapped =
        swapped.replace(
            "\"phi\": [0.52, 0.01], \"phiStu\": [0.31]",
            "\"phiStu\": [0.31], \"phi\": [0.52, 0.01]");
    assertEquals(BaseDocument.read(BaseDocument.TEXT), BaseDocument.read(swapped));
  }

  @Test
  void whatMayBeLeftOut() {
    Instance base = BaseDocument.read(BaseDocument.TEXT);
    assertEquals(
        "", BaseDocument.read(BaseDocument.edited("\"name\": \"base\",", "")).header().name());
    assertEquals(
        ImmutableDoubleArray.of(0),
        BaseDocument.read(BaseDocument.edited(", \"initial\": [0.51]", "")).header().initial());
    int start = BaseDocument.TEXT.indexOf("{\"prefix\": [\"EOS\"]");
    String absorbing =
        BaseDocument.TEXT.substring(start - 1, BaseDocument.TEXT.indexOf("]}]", start) + 2);
    String without =
        BaseDocument.TEXT
            .replace(absorbing, "")
            .replaceFirst(",\\s*\\],\\s*\"rewards\"", "], \"rewards\"");
    assertEquals(base, BaseDocument.read(without));
    int rewards = BaseDocument.TEXT.lastIndexOf("\"rewards\": [") + "\"rewards\": [".length();
    String none = BaseDocument.TEXT.substring(0, rewards) + "]}]}";
    assertEquals(base.withoutTargetRewards(), BaseDocument.read(none));
    assertNotEquals(base, BaseDocument.read(none));
  }

  @Test
  void whatIsAllowed() {
    assertEquals(
        0,
        BaseDocument.read(
                BaseDocument.edited(
                    "\"ball\"", "\"ball\", \"radius\": 0", "[0.41, -0.11]", "[0, 0]"))
            .header()
            .calibrationSet()
            .radius());
    assertEquals(
        Box.of(new double[] {-1, -0.2}, new double[] {0.5, 0.3}),
        BaseDocument.read(
                BaseDocument.edited(
                    "\"ball\"", "\"box\", \"lower\": [-1, -0.2], \"upper\": [0.5, 0.3]"))
            .header()
            .calibrationSet());
    Instance repeated =
        BaseDocument.read(BaseDocument.edited("[\"x1\"]", "[\"x1\", \"y1\", \"x1\"]"));
    assertEquals(3, repeated.problem().source().dataset().size());
    BaseDocument.read(BaseDocument.edited("0.52, 0.01", "1.0000000005, 0"));
    BaseDocument.read(BaseDocument.edited("0.9375", "0.9375000005"));
    BaseDocument.read(BaseDocument.edited("0.51", "1.5000000005"));
    BaseDocument.read(BaseDocument.edited("\"source\": [\"x1\"]", "\"source\": [\"y1\"]"));
  }

  /** Horizon 3, where padding has two states: each is judged by its own prefix. */
  @Test
  void paddingIsReachedThroughPaddingAlone() {
    String token = "{\"token\": \"%s\", \"phi\": [0], \"phiStu\": [0], \"pre\": %s}";
    String pad = "\"tokens\": [" + token.formatted("null", 1) + "]}";
    String open =
        "\"tokens\": [" + token.formatted("A", 0.5) + ", " + token.formatted("EOS", 0.5) + "]}";
    String text =
        """
        {"format": "ccl-instance/1", "lambda": 1, "bound": 1, "horizon": 3,
         "vocabulary": ["A", "EOS", "null"], "eos": "EOS", "pad": "null",
         "feasibility": "eos-padded",
         "calibration": {"dimension": 1, "teacher": [0], "set": {"type": "ball"}},
         "student": {"dimension": 1}, "source": ["x"], "target": ["x"],
         "prompts": [{"id": "x", "states": [
           {"prefix": [], OPEN, {"prefix": ["EOS"], PAD, {"prefix": ["A"], OPEN,
           {"prefix": ["EOS", "LAST"], PAD, {"prefix": ["A", "A"], OPEN],
          "rewards": [{"answer": ["EOS", "null", "null"], "reward": 0.1},
                      {"answer": ["A", "EOS", "null"], "reward": 0.2},
                      {"answer": ["A", "A", "EOS"], "reward": 0.3},
                      {"answer": ["A", "A", "A"], "reward": 0.4}]}]}
        """
            .replace("OPEN", open)
            .replace("PAD", pad);
    Instance instance = BaseDocument.read(text.replace("LAST", "null"));
    PromptTable x = instance.prompts().get("x");
    assertEquals(3, x.states().size(), "what is absorbing says nothing new");
    assertEquals(0.1, x.reward(ImmutableIntArray.of(EOS, NULL, NULL)));
    assertEquals(
        "base.json: prompts[0].states[3].prefix: [EOS, A] cannot be reached",
        assertThrows(
                InstanceFormatException.class, () -> BaseDocument.read(text.replace("LAST", "A")))
            .getMessage());
    // the features and the reference of a state that is implied, into arrays that were used before
    State padding = instance.mdp().append(instance.mdp().start(x.prompt()), EOS);
    LearningProblem problem = instance.problem();
    for (PolicyClass policies : List.of(problem.calibration(), problem.student())) {
      double[] used = {7, 8};
      ((FeatureFamily) policies.family()).features().features(padding, used);
      assertArrayEquals(new double[] {0, 8}, used);
    }
    double[] reference = {7, 8};
    problem.reference().probabilities(padding, reference);
    assertArrayEquals(new double[] {1, 8}, reference);
  }

  @Test
  void sourceRewardsAreReachedThroughTheVerifierAndTargetRewardsAreNot() {
    Instance instance = BaseDocument.read(BaseDocument.TEXT);
    SourceVerifier verifier = instance.problem().newVerifier();
    PromptTable x = instance.prompts().get("x1");
    PromptTable y = instance.prompts().get("y1");
    assertEquals(0.76, verifier.query(x.prompt(), ImmutableIntArray.of(A, A)));
    assertThrows(
        IllegalArgumentException.class,
        () -> verifier.query(y.prompt(), ImmutableIntArray.of(A, A)));
    assertTrue(y.hasRewards());
    assertFalse(instance.withoutTargetRewards().prompts().get("y1").hasRewards());
  }

  @Test
  void explicitLegalSetsAreTakenAsListed() {
    String text =
        """
        {"format": "ccl-instance/1", "lambda": 1, "bound": 1, "horizon": 2,
         "vocabulary": ["A", "EOS", "null"], "eos": "EOS", "pad": "null", "feasibility": "explicit",
         "calibration": {"dimension": 1, "teacher": [0], "set": {"type": "ball"}},
         "student": {"dimension": 1}, "source": ["x"], "target": ["x"],
         "prompts": [{"id": "x", "states": [
           {"prefix": ["EOS"], "tokens": [{"token": "A", "phi": [1], "phiStu": [1], "pre": 1}]},
           {"prefix": [], "tokens": [
             {"token": "null", "phi": [0], "phiStu": [0], "pre": 0.5},
             {"token": "EOS", "phi": [0], "phiStu": [0], "pre": 0.5}]},
           {"prefix": ["null"], "tokens": [
             {"token": "EOS", "phi": [0], "phiStu": [0], "pre": 0.5},
             {"token": "A", "phi": [0], "phiStu": [0], "pre": 0.5}]}],
          "rewards": [{"answer": ["EOS", "A"], "reward": 1},
                      {"answer": ["null", "EOS"], "reward": 0.5},
                      {"answer": ["null", "A"], "reward": 0.25}]}]}
        """;
    Instance instance = BaseDocument.read(text);
    PromptTable x = instance.prompts().get("x");
    assertEquals(x.rewards().keySet(), java.util.Set.copyOf(instance.mdp().answers(x.prompt())));
    assertEquals(1.0, x.reward(ImmutableIntArray.of(EOS, A)));
  }

  /** Whose rewards a learner may not see depends on the source list alone. */
  @Test
  void rewardsAreKeptForPromptsOfTheSource() {
    String[][] lists = {
      // source, target, rewards of x1 and y1 that are kept
      {"[\"x1\"]", "[\"y1\"]", "true false"},
      {"[\"x1\"]", "[\"x1\"]", "true false"},
      {"[\"y1\"]", "[\"x1\", \"y1\"]", "false true"},
      {"[\"y1\", \"x1\"]", "[\"x1\"]", "true true"}
    };
    for (String[] list : lists) {
      Instance instance =
          BaseDocument.read(
              BaseDocument.edited(
                  "rce\": [\"x1\"]", "rce\": " + list[0], "get\": [\"y1\"]", "get\": " + list[1]));
      Instance blind = instance.withoutTargetRewards();
      assertEquals(
          list[2],
          blind.prompts().get("x1").hasRewards() + " " + blind.prompts().get("y1").hasRewards());
      assertEquals(instance.header(), blind.header());
      assertEquals(instance.source(), blind.source());
      assertEquals(instance.target(), blind.target());
      assertEquals(
          instance.prompts().get("y1").states(), blind.prompts().get("y1").states(), "as before");
    }
  }

  /** Features of both kinds and rewards lose the same bits; the reference and the rest none. */
  @Test
  void allFeaturesAndRewardsAreRounded() {
    Instance base = BaseDocument.read(BaseDocument.TEXT);
    Instance rounded = base.inSinglePrecision();
    assertEquals(base.header(), rounded.header());
    assertEquals(base.source(), rounded.source());
    assertEquals(base.target(), rounded.target());
    for (String id : List.of("x1", "y1")) {
      PromptTable before = base.prompts().get(id);
      PromptTable after = rounded.prompts().get(id);
      for (int s = 0; s < before.states().size(); s++) {
        StateTable x = before.states().get(s);
        StateTable y = after.states().get(s);
        for (int k = 0; k < x.tokens().length(); k++) {
          assertEquals(Vectors.single(x.phi(k, 0)), y.phi(k, 0));
          assertEquals(Vectors.single(x.phi(k, 1)), y.phi(k, 1));
          assertEquals(Vectors.single(x.phiStu(k, 0)), y.phiStu(k, 0));
          assertEquals(x.pre(k), y.pre(k));
        }
      }
      before
          .rewards()
          .forEach((answer, reward) -> assertEquals(Vectors.single(reward), after.reward(answer)));
    }
    assertEquals(rounded, rounded.inSinglePrecision());
    assertEquals(rounded, BaseDocument.read(BaseDocument.json(rounded)));
    assertNotEquals(0.76, rounded.prompts().get("x1").reward(ImmutableIntArray.of(A, A)));
  }
}

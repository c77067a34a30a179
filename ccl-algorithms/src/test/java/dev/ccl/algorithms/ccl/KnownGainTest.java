package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of the gain of a student, against sums over answers and kinds. */
class KnownGainTest {
  private static double[] draw(LearningProblem problem, RandomStream random) {
    double[] theta = new double[problem.student().set().dimension()];
    for (int i = 0; i < theta.length; i++) {
      theta[i] = 2 * random.nextDouble() - 1;
    }
    return theta;
  }

  /** The least by which E R of each source prompt changes, whatever it is without a reply. */
  private static double[] changes(
      LearningProblem problem, double[] before, double[] after, Map<Integer, List<Double>> heard) {
    Forest forest = problem.source().forest();
    EdgeLaw then = problem.source().student().law(before);
    EdgeLaw now = problem.source().student().law(after);
    double[] changes = new double[forest.prompts().size()];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double change = Math.exp(now.logPath(e)) - Math.exp(then.logPath(e));
        double reward =
            heard.getOrDefault(e, List.of()).stream()
                .mapToDouble(r -> r)
                .average()
                .orElse(change < 0 ? 1 : 0);
        changes[forest.root(e)] += change * reward;
      }
    }
    return changes;
  }

  /** λ times the mean KL of a student to the reference on the target prompts. */
  private static double price(LearningProblem problem, double[] theta) {
    Side target = problem.target();
    Forest forest = target.forest();
    double sum = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double log = target.student().law(theta).logPath(e);
        double weight = target.dataset().rootWeights()[forest.root(e)];
        sum += weight * Math.exp(log) * (log - target.reference().logPath(e));
      }
    }
    return problem.lambda() * sum;
  }

  /**
   * The answer with the highest mean reply, of each source prompt, the first by its tokens; null
   * where no answer has been heard to be worth anything.
   */
  private static ImmutableIntArray[] best(
      LearningProblem problem, Map<Integer, List<Double>> heard) {
    Forest forest = problem.source().forest();
    ImmutableIntArray[] best = new ImmutableIntArray[forest.prompts().size()];
    double[] highest = new double[best.length];
    List<Integer> ordered = new ArrayList<>(heard.keySet());
    ordered.sort(Comparator.comparing(e -> forest.answer(e).toArray(), Arrays::compare));
    for (int e : ordered) {
      double mean = mean(heard.get(e));
      if (mean > highest[forest.root(e)]) {
        highest[forest.root(e)] = mean;
        best[forest.root(e)] = forest.answer(e);
      }
    }
    return best;
  }

  /**
   * Mean of each kind, or of its worst answer, less half an error, by hand with the target's
   * shares.
   */
  private static double lower(
      LearningProblem problem, double[] changes, ImmutableIntArray[] best, int several) {
    List<Prompt> source = problem.source().forest().prompts();
    Map<String, Double> shares = new LinkedHashMap<>();
    int targets = problem.target().dataset().size();
    for (int j = 0; j < targets; j++) {
      int root = problem.target().dataset().root(j);
      String kind = problem.target().dataset().prompts().get(root).kind();
      shares.merge(kind, 1.0 / targets, Double::sum);
    }
    double gain = 0;
    double variance = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      List<Double> own = new ArrayList<>();
      Map<ImmutableIntArray, List<Double>> groups = new LinkedHashMap<>();
      for (int x = 0; x < changes.length; x++) {
        if (source.get(x).kind().equals(share.getKey())) {
          own.add(changes[x]);
          if (best[x] != null) {
            groups.computeIfAbsent(best[x], answer -> new ArrayList<>()).add(changes[x]);
          }
        }
      }
      double least = mean(own);
      for (List<Double> group : groups.values()) {
        if (group.size() >= several) {
          least = Math.min(least, mean(group) + error(group));
        }
      }
      gain += share.getValue() * least;
      variance += Math.pow(share.getValue() * error(own), 2);
    }
    return gain - Math.sqrt(variance) / 2;
  }

  private static double error(List<Double> values) {
    double mean = mean(values);
    double squares = values.stream().mapToDouble(g -> (g - mean) * (g - mean)).sum();
    return Math.sqrt(squares / (values.size() - 1) / values.size());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(g -> g).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"HIDDEN_FEATURES_OF_TWO_TOKENS", "KINDS_OPPOSED"})
  void theyAreThoseOfSumsOverAnswers(MisspecifiedInstance kind) {
    Instance instance = kind.of(5);
    assertSums(instance.problem(), true);
    assertSums(instance.problem(), false);
    List<String> target = new ArrayList<>(instance.target());
    target.addAll(target.subList(0, 3)); // listed twice
    assertSums(
        Instance.of(
                instance.header(), instance.prompts().values().asList(), instance.source(), target)
            .problem(),
        true);
  }

  /** Replies are graded, or right and wrong alone, so that several answers are the best. */
  private static void assertSums(LearningProblem problem, boolean graded) {
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 1);
    KnownGain gain = gain(problem);
    Map<Integer, List<Double>> heard = new LinkedHashMap<>();
    Forest forest = problem.source().forest();
    int worst = 0; // rounds in which a single answer decides
    for (int round = 0; round < 24; round++) {
      double[] before = draw(problem, random);
      double[] after = draw(problem, random);
      double[] each = changes(problem, before, after, heard);
      ImmutableIntArray[] best = best(problem, heard);
      double expected = lower(problem, each, best, 5);
      worst += expected == lower(problem, each, best, 99) ? 0 : 1;
      expected += price(problem, before) - price(problem, after);
      assertEquals(expected, gain.lower(before, after), 1e-9, heard.size() + " answers");
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) < 0 && random.nextDouble() < 0.4) {
          int taste = 3 * (forest.root(e) % 5); // so that four to six prompts agree
          double liked = Math.floorMod(forest.answer(e).hashCode() + taste, 16) / 15.0;
          double reply = graded ? 0.8 * liked + 0.2 * random.nextDouble() : Math.rint(liked);
          heard.computeIfAbsent(e, any -> new ArrayList<>()).add(reply);
          gain.replies().record(e, reply);
        }
      }
    }
    assertTrue(heard.values().stream().anyMatch(replies -> replies.size() > 1));
    assertTrue(worst > 0, "an answer is the best of several prompts");
  }

  /**
   * Before any answer is right, wrong ones make no group: five prompts whose wrong answer was asked
   * about are not five for which it is right.
   */
  @Test
  void noWrongAnswerIsTheBest() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    Forest forest = problem.source().forest();
    KnownGain gain = gain(problem);
    Map<Integer, List<Double>> heard = new LinkedHashMap<>();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 3);
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0 && forest.token(e) == forest.token(forest.firstEdge(0))) {
        heard.put(e, List.of(0.0));
        gain.replies().record(e, 0);
      }
    }
    assertTrue(heard.size() >= 5, "prompts whose first answer is wrong");
    for (int trial = 0; trial < 20; trial++) {
      double[] before = draw(problem, random);
      double[] after = draw(problem, random);
      double[] changes = changes(problem, before, after, heard);
      double expected = lower(problem, changes, new ImmutableIntArray[changes.length], 5);
      expected += price(problem, before) - price(problem, after);
      assertEquals(expected, gain.lower(before, after), 1e-9);
    }
  }

  /** One prompt has no standard error, and where no target prompt is like it none is needed. */
  @Test
  void kindsWithoutTargetPromptsDoNotCount() {
    Instance instance = MisspecifiedInstance.KINDS_OPPOSED.of(5);
    List<String> source = new ArrayList<>(ofKind("one", instance, instance.source()));
    source.add(1, ofKind("two", instance, instance.source()).get(0));
    List<String> target = ofKind("one", instance, instance.target());
    assertTrue(source.size() > 6 && target.size() > 2, source + ", " + target);
    LearningProblem problem =
        Instance.of(instance.header(), instance.prompts().values().asList(), source, target)
            .problem();
    assertTrue(gain(problem).isInformed());
    assertSums(problem, true);
  }

  private static List<String> ofKind(String kind, Instance instance, List<String> ids) {
    return ids.stream()
        .filter(id -> instance.prompts().get(id).prompt().kind().equals(kind))
        .toList();
  }

  @Test
  void theOrderOfNoisyRepliesDoesNotMatter() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 2);
    KnownGain one = gain(problem);
    KnownGain two = gain(problem);
    for (int e = 0; e < problem.source().forest().edges(); e++) {
      one.replies().record(e, 1);
      one.replies().record(e, 0);
      two.replies().record(e, 0);
      two.replies().record(e, 1);
    }
    double[] before = draw(problem, random);
    double[] after = draw(problem, random);
    assertEquals(one.lower(before, after), two.lower(before, after));
    one.replies().record(0, 0);
    assertNotEquals(one.lower(before, after), two.lower(before, after));
  }

  /** A kind without source prompts, or with a single one, says nothing about target prompts. */
  @Test
  void theSourceMayBeUninformed() {
    RandomSpec spec = RandomSpec.SMALL.withPrompts(1, 2);
    LearningProblem single = RandomInstance.of(spec, 3).instance().problem();
    LearningProblem two = RandomInstance.of(spec.withPrompts(2, 1), 3).instance().problem();
    assertFalse(gain(MisspecifiedInstance.NEW_KIND.of(1).problem()).isInformed());
    assertFalse(gain(single).isInformed());
    assertTrue(gain(two).isInformed());
    assertTrue(gain(MisspecifiedInstance.KINDS_OPPOSED.of(1).problem()).isInformed());
  }

  /** A user is told which kinds those are. */
  @Test
  void unknownKindsAreNamed() {
    LearningProblem unknown = MisspecifiedInstance.NEW_KIND.of(1).problem();
    assertEquals(Set.of("two"), KnownGain.unknownKinds(unknown));
    String warning = Learners.named("careful").warnings(unknown).get(0);
    assertTrue(warning.contains("\"two\""), warning);
    assertFalse(warning.contains("\"one\""), warning);
    assertEquals(List.of(), Learners.named("practical").warnings(unknown));
    LearningProblem known = MisspecifiedInstance.KINDS_OPPOSED.of(1).problem();
    assertEquals(List.of(), Learners.named("careful").warnings(known));
    Learner frozen = Learners.named("careful").with("calibrate-every", "0");
    assertEquals(List.of(), frozen.warnings(unknown), "it asks for no rewards");
  }

  @Test
  void whatItRemembersIsAllThatItIs() {
    LearningProblem problem = MisspecifiedInstance.KINDS_OPPOSED.of(2).problem();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 4);
    KnownGain one = gain(problem);
    for (int e = 0; e < problem.source().forest().edges(); e += 2) {
      one.replies().record(e, random.nextDouble());
    }
    KnownGain two = gain(problem);
    double[] kept = one.replies().memory();
    System.arraycopy(kept, 0, two.replies().memory(), 0, kept.length);
    double[] before = draw(problem, random);
    double[] after = draw(problem, random);
    assertEquals(one.lower(before, after), two.lower(before, after));
    assertNotEquals(one.lower(before, after), gain(problem).lower(before, after));
  }

  private static KnownGain gain(LearningProblem problem) {
    return new KnownGain(problem, new Replies(problem.source().forest()));
  }
}

package dev.ccl.algorithms.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.MisspecifiedInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gains of a student by source rewards, against sums over answers and kinds. */
class SourceGainsTest {
  private static EdgeLaw student(LearningProblem problem, double[] theta) {
    return problem.source().student().law(theta);
  }

  private static double[] draw(LearningProblem problem, RandomStream random) {
    double[] theta = new double[problem.student().set().dimension()];
    for (int i = 0; i < theta.length; i++) {
      theta[i] = 2 * random.nextDouble() - 1;
    }
    return theta;
  }

  /** The least that each source prompt can gain, whatever the rewards without a reply are. */
  private static double[] gains(
      LearningProblem problem, double[] before, double[] after, Map<Integer, List<Double>> heard) {
    Side source = problem.source();
    Forest forest = source.forest();
    double[] gains = new double[forest.prompts().size()];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        double then = student(problem, before).logPath(e);
        double now = student(problem, after).logPath(e);
        double pre = source.reference().logPath(e);
        double change = Math.exp(now) - Math.exp(then);
        double cost = Math.exp(now) * (now - pre) - Math.exp(then) * (then - pre);
        double reward =
            heard.getOrDefault(e, List.of()).stream()
                .mapToDouble(r -> r)
                .average()
                .orElse(change < 0 ? 1 : 0);
        gains[forest.root(e)] += change * reward - problem.lambda() * cost;
      }
    }
    return gains;
  }

  private static String kind(String id) {
    return id.contains("/") ? id.split("/", 2)[0] : "";
  }

  /** The answer with the highest mean reply, of each source prompt; null where none was heard. */
  private static ImmutableIntArray[] best(
      LearningProblem problem, Map<Integer, List<Double>> heard) {
    Forest forest = problem.source().forest();
    ImmutableIntArray[] best = new ImmutableIntArray[forest.prompts().size()];
    double[] highest = new double[best.length];
    Arrays.fill(highest, -1);
    new TreeMap<>(heard)
        .forEach(
            (e, replies) -> {
              double mean = replies.stream().mapToDouble(r -> r).average().orElseThrow();
              if (mean > highest[forest.root(e)]) {
                highest[forest.root(e)] = mean;
                best[forest.root(e)] = forest.answer(e);
              }
            });
    return best;
  }

  /** Mean and variance of each kind, or of its worst answer, by hand with the target's shares. */
  private static double lower(
      LearningProblem problem, double[] gains, ImmutableIntArray[] best, int several) {
    List<Prompt> source = problem.source().forest().prompts();
    Map<String, Double> shares = new LinkedHashMap<>();
    int targets = problem.target().dataset().size();
    for (int j = 0; j < targets; j++) {
      int root = problem.target().dataset().root(j);
      String id = problem.target().dataset().prompts().get(root).id();
      shares.merge(kind(id), 1.0 / targets, Double::sum);
    }
    double gain = 0;
    double variance = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      List<List<Double>> groups = new ArrayList<>();
      for (ImmutableIntArray answer : new LinkedHashSet<>(Arrays.asList(best))) {
        List<Double> group = new ArrayList<>();
        for (int x = 0; x < gains.length; x++) {
          if (kind(source.get(x).id()).equals(share.getKey()) && Objects.equals(best[x], answer)) {
            group.add(gains[x]);
          }
        }
        if (answer != null && group.size() >= several) {
          groups.add(group);
        }
      }
      List<Double> all = new ArrayList<>();
      for (int x = 0; x < gains.length; x++) {
        if (kind(source.get(x).id()).equals(share.getKey())) {
          all.add(gains[x]);
        }
      }
      groups.add(all);
      List<Double> own = Collections.min(groups, Comparator.comparingDouble(SourceGainsTest::mean));
      double mean = mean(own);
      double squares = own.stream().mapToDouble(g -> (g - mean) * (g - mean)).sum();
      gain += share.getValue() * mean;
      variance += share.getValue() * share.getValue() * squares / (own.size() - 1) / own.size();
    }
    return gain - Math.sqrt(variance);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(g -> g).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"HIDDEN_FEATURES_OF_TWO_TOKENS", "KINDS_OPPOSED"})
  void theyAreThoseOfSumsOverAnswers(MisspecifiedInstance kind) {
    LearningProblem problem = kind.of(5).problem();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 1);
    SourceGains gains = new SourceGains(problem);
    Map<Integer, List<Double>> heard = new LinkedHashMap<>();
    Forest forest = problem.source().forest();
    int worst = 0; // rounds in which a single answer decides
    for (int round = 0; round < 8; round++) {
      double[] before = draw(problem, random);
      double[] after = draw(problem, random);
      double[] each = gains(problem, before, after, heard);
      ImmutableIntArray[] best = best(problem, heard);
      double expected = lower(problem, each, best, 5);
      worst += expected == lower(problem, each, best, 99) ? 0 : 1;
      assertEquals(
          expected, gains.lower(student(problem, before), after), 1e-9, heard.size() + " answers");
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) < 0 && random.nextDouble() < 0.4) {
          double liked = Math.floorMod(forest.answer(e).hashCode(), 16) / 15.0;
          double reply = 0.8 * liked + 0.2 * random.nextDouble(); // so that prompts agree
          heard.computeIfAbsent(e, any -> new ArrayList<>()).add(reply);
          gains.record(e, reply);
        }
      }
    }
    assertTrue(heard.values().stream().anyMatch(replies -> replies.size() > 1));
    assertTrue(worst > 0, "an answer is the best of several prompts");
  }

  @Test
  void theOrderOfNoisyRepliesDoesNotMatter() {
    LearningProblem problem = MisspecifiedInstance.KINDS_THAT_AGREE.of(1).problem();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 2);
    SourceGains one = new SourceGains(problem);
    SourceGains two = new SourceGains(problem);
    for (int e = 0; e < problem.source().forest().edges(); e++) {
      one.record(e, 1);
      one.record(e, 0);
      two.record(e, 0);
      two.record(e, 1);
    }
    EdgeLaw before = student(problem, draw(problem, random));
    double[] after = draw(problem, random);
    assertEquals(one.lower(before, after), two.lower(before, after));
    one.record(0, 0);
    assertNotEquals(one.lower(before, after), two.lower(before, after));
  }

  /** A kind without source prompts, or with a single one, says nothing about target prompts. */
  @Test
  void theSourceMayBeUninformed() {
    RandomSpec spec = RandomSpec.SMALL.withPrompts(1, 2);
    LearningProblem single = RandomInstance.of(spec, 3).instance().problem();
    LearningProblem two = RandomInstance.of(spec.withPrompts(2, 1), 3).instance().problem();
    assertFalse(new SourceGains(MisspecifiedInstance.NEW_KIND.of(1).problem()).isInformed());
    assertFalse(new SourceGains(single).isInformed());
    assertTrue(new SourceGains(two).isInformed());
    assertTrue(new SourceGains(MisspecifiedInstance.KINDS_OPPOSED.of(1).problem()).isInformed());
  }

  @Test
  void whatItRemembersIsAllThatItIs() {
    LearningProblem problem = MisspecifiedInstance.KINDS_OPPOSED.of(2).problem();
    RandomStream random = RandomStreams.of(4).open(Purpose.TRIAL, 4);
    SourceGains one = new SourceGains(problem);
    for (int e = 0; e < problem.source().forest().edges(); e += 2) {
      one.record(e, random.nextDouble());
    }
    SourceGains two = new SourceGains(problem);
    System.arraycopy(one.memory(), 0, two.memory(), 0, one.memory().length);
    EdgeLaw before = student(problem, draw(problem, random));
    double[] after = draw(problem, random);
    assertEquals(one.lower(before, after), two.lower(before, after));
    assertNotEquals(one.lower(before, after), new SourceGains(problem).lower(before, after));
  }
}

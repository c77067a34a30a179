package dev.ccl.algorithms.ccl;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Multiset;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.Moments;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known without target rewards about J of one student less J of another, on the target. J
 * is E R − λ KL(π<sub>θ</sub> ‖ π<sub>pre</sub>) (eq:ced-return). The second part is taken from the
 * target prompts themselves, where it needs no reward. The first is the mean change of E R on the
 * source prompts of each {@linkplain Prompt#kind kind}, by the rewards seen so far, weighted by the
 * share of the kind among the target prompts.
 *
 * <p>How often an answer is right is part of no kind, and may be otherwise on the target: true
 * statements may become rare. So a kind counts with no more than any of its answers does, among
 * those that are the best so far of several prompts: their mean, plus its standard error so that
 * chance alone makes no answer the worst.
 *
 * <p>Answers that nobody has asked about count against the gain: those that become rarer as if
 * their reward were 1, those that become more frequent as if it were 0. So a change is never larger
 * than what the verifier would say. Prompts are few, and the standard error of the weighted mean
 * says how much others of the same kinds may differ.
 */
final class KnownGain {
  private static final int SEVERAL = 5; // prompts
  private static final double CAUTION = 0.5; // standard errors

  private final EdgeModel model; // of students, on the source prompts
  private final Forest forest;
  private final LogRatioCost price; // λ KL to the reference on the target prompts
  private final int[] kinds; // of the source prompts
  private final double[] shares; // of the kinds among the target prompts
  private final ImmutableSet<String> unknown;
  private final Replies replies;

  KnownGain(LearningProblem problem, Replies replies) {
    this.model = problem.source().student();
    this.forest = problem.source().forest();
    this.price = LogRatioCost.divergence(problem, problem.target().reference(), problem.lambda());
    this.replies = replies;
    List<String> names = new ArrayList<>();
    this.kinds = kinds(forest.prompts(), names);
    int[] targets = kinds(problem.target().dataset().prompts(), names);
    double[] weights = problem.target().dataset().rootWeights();
    this.shares = new double[names.size()];
    for (int x = 0; x < targets.length; x++) {
      shares[targets[x]] += weights[x];
    }
    this.unknown = unknownKinds(problem);
  }

  /**
   * Returns the kinds of target prompts about which the source says nothing: those with fewer than
   * two source prompts, whose difference shows how much others may differ.
   */
  static ImmutableSet<String> unknownKinds(LearningProblem problem) {
    Multiset<String> source = HashMultiset.create();
    problem.source().dataset().prompts().forEach(prompt -> source.add(prompt.kind()));
    ImmutableSet.Builder<String> unknown = ImmutableSet.builder();
    for (Prompt target : problem.target().dataset().prompts()) {
      if (source.count(target.kind()) < 2) {
        unknown.add(target.kind());
      }
    }
    return unknown.build();
  }

  /** The kind of each prompt by its place among the names, to which new ones are added. */
  private static int[] kinds(List<Prompt> prompts, List<String> names) {
    int[] kinds = new int[prompts.size()];
    for (int x = 0; x < kinds.length; x++) {
      String name = prompts.get(x).kind();
      if (!names.contains(name)) {
        names.add(name);
      }
      kinds[x] = names.indexOf(name);
    }
    return kinds;
  }

  /** Tells whether the source says anything about each kind of target prompts. */
  boolean isInformed() {
    return unknown.isEmpty();
  }

  /** Returns the replies that count; of several replies to an answer, the mean. */
  Replies replies() {
    return replies;
  }

  /**
   * Returns the estimated gain in J on the target less half a standard error; only of use where the
   * source {@linkplain #isInformed is informed}.
   *
   * @param before the student that is left; read
   * @param after the student that takes its place; read
   */
  double lower(double[] before, double[] after) {
    double[] behind = changes(model.law(before), model.law(after));
    Map<Integer, Moments> ofKinds = new LinkedHashMap<>();
    Map<List<Object>, Moments> ofAnswers = new LinkedHashMap<>();
    for (int x = 0; x < kinds.length; x++) {
      double change = behind[x];
      ofKinds.computeIfAbsent(kinds[x], kind -> new Moments()).add(change);
      Best best = new Best();
      seeAnswers(x, best);
      if (best.edge >= 0) {
        List<Object> key = List.of(kinds[x], forest.answer(best.edge));
        ofAnswers.computeIfAbsent(key, answer -> new Moments()).add(change);
      }
    }
    double[] least = new double[shares.length];
    double variance = 0;
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] > 0) {
        Moments seen = ofKinds.get(k);
        least[k] = seen.mean();
        double error = shares[k] * seen.standardError();
        variance += error * error;
      }
    }
    ofAnswers.forEach(
        (key, changes) -> {
          if (changes.count() >= SEVERAL) {
            int kind = (Integer) key.get(0);
            double upper = changes.mean() + changes.standardError();
            least[kind] = Math.min(least[kind], upper);
          }
        });
    double gain = price.value(before) - price.value(after);
    for (int k = 0; k < shares.length; k++) {
      gain += shares[k] * least[k];
    }
    return gain - CAUTION * Math.sqrt(variance);
  }

  /**
   * The answer of a prompt with the highest mean reply; the first of several, by tokens. A reply of
   * 0 makes none the best: any that nobody has asked about may be better.
   */
  private final class Best {
    private int edge = -1;
    private double reply = 0;

    void see(int leaf) {
      if (replies.has(leaf) && replies.mean(leaf) > reply) {
        edge = leaf;
        reply = replies.mean(leaf);
      }
    }
  }

  /** Shows all answers of a prompt, in the order of their tokens. */
  private void seeAnswers(int prompt, Best best) {
    Deque<Integer> open = new ArrayDeque<>(); // edges; not the stack of the thread
    pushEdges(prompt, open);
    while (!open.isEmpty()) {
      int e = open.pop();
      if (forest.child(e) == Forest.LEAF) {
        best.see(e);
      } else {
        pushEdges(forest.child(e), open);
      }
    }
  }

  private void pushEdges(int s, Deque<Integer> open) {
    for (int e = forest.firstEdge(s + 1) - 1; e >= forest.firstEdge(s); e--) {
      open.push(e);
    }
  }

  /** At most the change of E R behind each node, counted from its root. */
  private double[] changes(EdgeLaw then, EdgeLaw now) {
    double[] roots = new double[forest.prompts().size()];
    Arrays.fill(roots, 1.0);
    double[] was = Sweeps.reach(then, roots);
    double[] is = Sweeps.reach(now, roots);
    double[] change = new double[forest.nodes()];
    forest.up(
        (s, from, to) -> {
          for (int e = from; e < to; e++) {
            int child = forest.child(e);
            change[s] +=
                child == Forest.LEAF
                    ? reward(e, is[s] * now.probability(e) - was[s] * then.probability(e))
                    : change[child];
          }
        });
    return change;
  }

  private double reward(int leaf, double change) {
    return replies.has(leaf) ? change * replies.mean(leaf) : Math.min(0, change);
  }
}

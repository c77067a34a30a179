package dev.ccl.core.instance.generator;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws prompts of a random instance: trees, features, then rewards and reference. */
final class RandomPrompts {
  /** How much of the student's features are the calibration features, the rest being noise. */
  private static final double COMMON = 0.7;

  private final RandomSpec spec;
  private final Vocabulary vocabulary;
  private final double[] truth;
  private final boolean padded;
  private final ImmutableIntArray everyLegal; // under Definition 1, before EOS
  private long edges;

  RandomPrompts(RandomSpec spec, Vocabulary vocabulary, double[] truth) {
    this.spec = spec;
    this.vocabulary = vocabulary;
    this.truth = truth;
    this.padded = spec.feasibility == Feasibility.EOS_PADDED;
    int[] all = new int[spec.letters + 1];
    Arrays.setAll(all, a -> a);
    this.everyLegal = ImmutableIntArray.copyOf(all);
  }

  /** Refuses instances whose size is known to be beyond what can be evaluated. */
  void checkSize(int prompts) {
    double perPrompt = 0;
    double width = 1;
    for (int h = 0; padded && h < spec.horizon && perPrompt <= Forest.DEFAULT_BUDGET; h++) {
      perPrompt += width * (spec.letters + 1);
      width *= spec.letters;
    }
    checkBudget(perPrompt * prompts);
  }

  private void checkBudget(double count) {
    checkArgument(
        count <= Forest.DEFAULT_BUDGET,
        "the instance would have more than %s edges: choose fewer letters, steps or prompts",
        Forest.DEFAULT_BUDGET);
  }

  /** The tree of a prompt in the making; children come after their parents. */
  private static final class Tree {
    private final List<ImmutableIntArray> prefixes =
        new ArrayList<>(List.of(ImmutableIntArray.of()));
    private final List<ImmutableIntArray> legal = new ArrayList<>();
    private final List<double[]> phi = new ArrayList<>();
    private final List<double[]> phiStu = new ArrayList<>();
    private int[] firstEdge;
    private int[] child; // -1 where an answer is decided
  }

  PromptTable draw(String id, RandomStreams streams, int number) {
    Tree tree = new Tree();
    RandomStream shape = streams.open(Purpose.INSTANCE, number, 0);
    RandomStream features = streams.open(Purpose.INSTANCE, number, 1);
    RandomStream values = streams.open(Purpose.INSTANCE, number, 2);
    for (int s = 0; s < tree.prefixes.size(); s++) {
      grow(tree, s, shape);
      drawFeatures(tree, s, features);
    }
    linkEdges(tree);
    double[] logs = truthLogs(tree);
    double[] pre = new double[tree.child.length];
    double[] rewards = new double[tree.child.length];
    if (spec.construction == Construction.REWARDS_FIRST) {
      for (int e = 0; e < rewards.length; e++) {
        rewards[e] = tree.child[e] < 0 ? rounded(values.nextDouble()) : 0;
      }
      referenceFromRewards(tree, logs, rewards, pre);
    } else {
      rewardsFromReference(tree, logs, values, rewards, pre);
    }
    List<StateTable> states = new ArrayList<>(tree.prefixes.size());
    for (int s = 0; s < tree.prefixes.size(); s++) {
      states.add(
          StateTable.of(
              tree.prefixes.get(s),
              tree.legal.get(s),
              tree.phi.get(s),
              tree.phiStu.get(s),
              Arrays.copyOfRange(pre, tree.firstEdge[s], tree.firstEdge[s + 1])));
    }
    return PromptTable.of(Prompt.of(id), states)
        .withRewards(spec.horizon, vocabulary.pad(), rewards);
  }

  private void grow(Tree tree, int s, RandomStream random) {
    ImmutableIntArray prefix = tree.prefixes.get(s);
    ImmutableIntArray legal = padded ? everyLegal : someLegal(random, s == 0 ? 2 : 1);
    tree.legal.add(legal);
    edges += legal.length();
    checkBudget(edges);
    for (int k = 0; k < legal.length(); k++) {
      if (!isLast(prefix, legal.get(k))) {
        tree.prefixes.add(
            ImmutableIntArray.builder(prefix.length() + 1)
                .addAll(prefix)
                .add(legal.get(k))
                .build());
      }
    }
  }

  private boolean isLast(ImmutableIntArray prefix, int token) {
    return prefix.length() + 1 == spec.horizon || (padded && token == vocabulary.eos());
  }

  /** A random set of at least some tokens, in random order: any may be legal anywhere. */
  private ImmutableIntArray someLegal(RandomStream random, int atLeast) {
    int[] tokens = new int[vocabulary.size()];
    Arrays.setAll(tokens, a -> a);
    int count = atLeast + random.nextBelow(vocabulary.size() - atLeast + 1);
    for (int k = 0; k < count; k++) {
      int other = k + random.nextBelow(tokens.length - k);
      int token = tokens[other];
      tokens[other] = tokens[k];
      tokens[k] = token;
    }
    return ImmutableIntArray.copyOf(Arrays.copyOf(tokens, count));
  }

  private void drawFeatures(Tree tree, int s, RandomStream random) {
    int degree = tree.legal.get(s).length();
    double[] phi = new double[degree * spec.bigD];
    double[] phiStu = new double[degree * spec.d];
    double[] row = new double[spec.bigD];
    double[] noise = new double[spec.d];
    for (int k = 0; k < degree; k++) {
      vector(random, row);
      vector(random, noise);
      for (int i = 0; i < spec.bigD; i++) {
        phi[k * spec.bigD + i] = rounded(row[i]);
      }
      for (int i = 0; i < spec.d; i++) {
        double common = i < spec.bigD ? row[i] : 0;
        phiStu[k * spec.d + i] = rounded(COMMON * common + (1 - COMMON) * noise[i]);
      }
    }
    tree.phi.add(phi);
    tree.phiStu.add(phiStu);
  }

  private double rounded(double x) {
    return spec.precision == Precision.SINGLE ? Vectors.single(x) : x;
  }

  private void vector(RandomStream random, double[] out) {
    switch (spec.geometry) {
      case CUBE -> {
        for (int i = 0; i < out.length; i++) {
          out[i] = (2 * random.nextOpenDouble() - 1) / Math.sqrt(out.length);
        }
      }
      case BALL -> BallSampler.sample(random, 1, out);
      case SPHERE -> {
        BallSampler.sample(random, 1, out);
        Vectors.scale(1 / Vectors.norm(out), out);
      }
      case AXES -> {
        Arrays.fill(out, 0.0);
        out[random.nextBelow(out.length)] = random.nextBoolean() ? 1 : -1;
      }
    }
  }

  private void linkEdges(Tree tree) {
    int nodes = tree.prefixes.size();
    tree.firstEdge = new int[nodes + 1];
    for (int s = 0; s < nodes; s++) {
      tree.firstEdge[s + 1] = tree.firstEdge[s] + tree.legal.get(s).length();
    }
    tree.child = new int[tree.firstEdge[nodes]];
    int next = 1;
    for (int s = 0; s < nodes; s++) {
      for (int k = 0; k < tree.legal.get(s).length(); k++) {
        boolean last = isLast(tree.prefixes.get(s), tree.legal.get(s).get(k));
        tree.child[tree.firstEdge[s] + k] = last ? -1 : next++;
      }
    }
  }

  /** The logarithms of π_{w*}, edge by edge (eq:ced-softmax). */
  private double[] truthLogs(Tree tree) {
    double[] logs = new double[tree.child.length];
    for (int s = 0; s < tree.prefixes.size(); s++) {
      for (int e = tree.firstEdge[s]; e < tree.firstEdge[s + 1]; e++) {
        int row = (e - tree.firstEdge[s]) * spec.bigD;
        logs[e] = Vectors.dot(truth, 0, tree.phi.get(s), row, spec.bigD);
      }
      Softmax.normalize(logs, tree.firstEdge[s], tree.firstEdge[s + 1]);
    }
    return logs;
  }

  /** π_pre ∝ π_{w*} e^{−R/λ}, whose token probabilities need the weight of all that follows. */
  private void referenceFromRewards(Tree tree, double[] logs, double[] rewards, double[] pre) {
    double[] weight = new double[tree.prefixes.size()]; // logarithm, one per state
    for (int s = weight.length - 1; s >= 0; s--) {
      int from = tree.firstEdge[s];
      int to = tree.firstEdge[s + 1];
      for (int e = from; e < to; e++) {
        int c = tree.child[e];
        pre[e] = logs[e] + (c < 0 ? -rewards[e] / spec.lambda : weight[c]);
      }
      weight[s] = Softmax.normalize(pre, from, to);
      for (int e = from; e < to; e++) {
        pre[e] = Elementary.exp(pre[e]);
        if (!(pre[e] > 0)) {
          throw new IllegalArgumentException(
              "lambda: " + spec.lambda + " makes the reference underflow");
        }
      }
    }
  }

  /** R = λ log(π_{w*}/π_pre), shifted to minimum 0; the disturbance is small enough for R ≤ 1. */
  private void rewardsFromReference(
      Tree tree, double[] logs, RandomStream random, double[] rewards, double[] pre) {
    double spread = Math.min(1, 1 / (4 * spec.lambda * spec.horizon));
    double[] ratio = new double[tree.prefixes.size()]; // of the path to each state
    double least = Double.POSITIVE_INFINITY;
    for (int s = 0; s < ratio.length; s++) {
      int from = tree.firstEdge[s];
      int to = tree.firstEdge[s + 1];
      for (int e = from; e < to; e++) {
        pre[e] = logs[e] + spread * (2 * random.nextDouble() - 1);
      }
      Softmax.normalize(pre, from, to);
      for (int e = from; e < to; e++) {
        int c = tree.child[e];
        rewards[e] = ratio[s] + logs[e] - pre[e];
        if (c < 0) {
          least = Math.min(least, rewards[e]);
        } else {
          ratio[c] = rewards[e];
        }
        pre[e] = Elementary.exp(pre[e]);
      }
    }
    for (int e = 0; e < rewards.length; e++) {
      rewards[e] = tree.child[e] < 0 ? Math.min(1, spec.lambda * (rewards[e] - least)) : 0;
    }
  }
}

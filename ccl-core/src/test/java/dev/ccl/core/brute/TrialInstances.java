package dev.ccl.core.brute;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Small instances that nobody tuned: every shape that the format allows turns up among the first
 * few dozen (one step, forced states, irregular legal sets, repeated prompts, prompts in both
 * lists, a box for W, references that are not normalised to the last bit).
 */
public final class TrialInstances {
  private static final double[] BOUNDS = {0.3, 1, 3, 10, 60};

  private final RandomStream random;
  private final Header header;
  private final boolean realizable;
  private final double[] truth;

  private TrialInstances(long trial) {
    this.random = RandomStreams.of(2).open(Purpose.TRIAL, trial);
    int horizon = 1 + random.nextBelow(4);
    int words = 1 + random.nextBelow(3);
    List<String> tokens = new ArrayList<>(List.of("A", "B", "C").subList(0, words));
    tokens.add(random.nextBelow(tokens.size() + 1), "EOS");
    tokens.add("null");
    double lambda = 0.05 * Math.pow(400, random.nextDouble());
    double bound = BOUNDS[(int) (trial % BOUNDS.length)];
    int bigD = 1 + random.nextBelow(4);
    int d = 1 + random.nextBelow(3);
    ConvexSet set = calibrationSet(bigD, bound);
    double[] teacher = new double[bigD];
    set.draw(random, teacher);
    double[] initial = new double[d];
    BallSampler.sample(random, bound, initial);
    this.realizable = trial % 3 == 0;
    this.truth = new double[bigD];
    set.draw(random, truth);
    this.header =
        new Header(
            "trial " + trial,
            lambda,
            bound,
            horizon,
            Vocabulary.of(tokens, "EOS", "null"),
            trial % 2 == 0 ? Feasibility.EXPLICIT : Feasibility.EOS_PADDED,
            set,
            ImmutableDoubleArray.copyOf(teacher),
            ImmutableDoubleArray.copyOf(initial));
  }

  /** Returns the instance of a number. */
  public static Instance of(long trial) {
    TrialInstances maker = new TrialInstances(trial);
    List<PromptTable> prompts = new ArrayList<>();
    List<String> ids = List.of("x", "y", "z");
    for (String id : ids) {
      prompts.add(maker.prompt(id));
    }
    return Instance.of(maker.header, prompts, maker.list(ids), maker.list(ids));
  }

  /** Returns a point of the ball of the bound, every fifth one on the sphere. */
  public static double[] point(Instance instance, int dimension, long number) {
    RandomStream random = RandomStreams.of(3).open(Purpose.TRIAL, number, dimension);
    double[] x = new double[dimension];
    Ball.of(dimension, instance.header().bound()).draw(random, x);
    if (number % 5 == 0) {
      double norm = Vectors.norm(x);
      for (int i = 0; i < x.length; i++) {
        x[i] *= instance.header().bound() / norm;
      }
    }
    return x;
  }

  private ConvexSet calibrationSet(int dimension, double bound) {
    switch (random.nextBelow(3)) {
      case 0:
        return Ball.of(dimension, bound);
      case 1:
        return Ball.of(dimension, bound * random.nextDouble());
      default:
        double[] lower = new double[dimension];
        double[] upper = new double[dimension];
        for (int i = 0; i < dimension; i++) {
          lower[i] = -bound / Math.sqrt(dimension) * random.nextDouble();
          upper[i] = bound / Math.sqrt(dimension) * random.nextDouble();
        }
        return Box.of(lower, upper);
    }
  }

  private List<String> list(List<String> ids) {
    List<String> list = new ArrayList<>();
    int size = 1 + random.nextBelow(4);
    for (int i = 0; i < size; i++) {
      list.add(ids.get(random.nextBelow(ids.size())));
    }
    return list;
  }

  private PromptTable prompt(String id) {
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Double> logRatios = new LinkedHashMap<>();
    grow(ImmutableIntArray.of(), 0, states, logRatios);
    double low = Double.POSITIVE_INFINITY;
    for (double x : logRatios.values()) {
      low = Math.min(low, x);
    }
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    for (Map.Entry<ImmutableIntArray, Double> entry : logRatios.entrySet()) {
      double reward =
          realizable
              ? header.lambda() * (entry.getValue() - low)
              : random.nextBelow(4) == 0 ? random.nextBelow(2) : random.nextDouble();
      rewards.put(entry.getKey(), reward);
    }
    return PromptTable.of(Prompt.of(id), states, rewards);
  }

  private void grow(
      ImmutableIntArray prefix,
      double logRatio,
      List<StateTable> states,
      Map<ImmutableIntArray, Double> logRatios) {
    if (prefix.length() == header.horizon()) {
      logRatios.put(prefix, logRatio);
      return;
    }
    boolean ended = prefix.contains(header.vocabulary().eos());
    if (header.feasibility() == Feasibility.EOS_PADDED && ended) {
      grow(append(prefix, header.vocabulary().pad()), logRatio, states, logRatios);
      return;
    }
    ImmutableIntArray tokens = legal();
    int k = tokens.length();
    double[] phi = features(k, header.calibrationDimension());
    double[] phiStu = features(k, header.studentDimension());
    double[] law = softmax(phi, k);
    double[] pre = new double[k];
    double sum = 0;
    for (int a = 0; a < k; a++) {
      // Realizable rewards stay in [0,1] because the reference stays near the truth.
      double noise = random.nextDouble() / (2.2 * header.lambda() * header.horizon());
      pre[a] = realizable ? law[a] * Math.exp(noise) : 0.02 + random.nextDouble();
      sum += pre[a];
    }
    double off = realizable ? 1 : 1 + 4e-10 * (2 * random.nextDouble() - 1);
    for (int a = 0; a < k; a++) {
      pre[a] = Math.max(pre[a] / sum * off, 1e-300);
    }
    states.add(StateTable.of(prefix, tokens, phi, phiStu, pre));
    for (int a = 0; a < k; a++) {
      double ratio = Math.log(law[a]) - Math.log(pre[a]);
      grow(append(prefix, tokens.get(a)), logRatio + ratio, states, logRatios);
    }
  }

  private ImmutableIntArray legal() {
    ImmutableIntArray.Builder tokens = ImmutableIntArray.builder();
    int size = header.vocabulary().size();
    if (header.feasibility() == Feasibility.EOS_PADDED) {
      for (int a = 0; a < size; a++) {
        if (a != header.vocabulary().pad()) {
          tokens.add(a);
        }
      }
      return tokens.build();
    }
    int sure = random.nextBelow(size);
    double share = random.nextBelow(4) == 0 ? 0 : 0.6;
    for (int a = size - 1; a >= 0; a--) {
      if (a == sure || random.nextDouble() < share) {
        tokens.add(a);
      }
    }
    return tokens.build();
  }

  private double[] features(int rows, int dimension) {
    double[] all = new double[rows * dimension];
    double[] row = new double[dimension];
    for (int a = 0; a < rows; a++) {
      BallSampler.sample(random, random.nextBelow(5) == 0 ? 0 : 1, row);
      System.arraycopy(row, 0, all, a * dimension, dimension);
    }
    return all;
  }

  private double[] softmax(double[] phi, int k) {
    double[] p = new double[k];
    double max = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < k; a++) {
      for (int i = 0; i < truth.length; i++) {
        p[a] += truth[i] * phi[a * truth.length + i];
      }
      max = Math.max(max, p[a]);
    }
    double sum = 0;
    for (int a = 0; a < k; a++) {
      p[a] = Math.exp(p[a] - max);
      sum += p[a];
    }
    for (int a = 0; a < k; a++) {
      p[a] /= sum;
    }
    return p;
  }

  private static ImmutableIntArray append(ImmutableIntArray prefix, int token) {
    return ImmutableIntArray.builder().addAll(prefix).add(token).build();
  }
}

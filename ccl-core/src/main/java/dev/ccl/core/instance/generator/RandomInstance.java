package dev.ccl.core.instance.generator;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;

/**
 * A random instance that satisfies Assumption 1 (ass:ced-truth), with the parameter w* that
 * realizes it. Features and w* are drawn; then either rewards or reference, and the other one
 * follows from the Gibbs form. Target rewards are included. Whether G<sub>joint</sub> is positive
 * definite and the oracle student unique is left to chance; with several source prompts the former
 * is usual.
 */
public final class RandomInstance {
  private final Instance instance;
  private final ImmutableDoubleArray truth;

  private RandomInstance(Instance instance, ImmutableDoubleArray truth) {
    this.instance = instance;
    this.truth = truth;
  }

  /**
   * Draws an instance.
   *
   * @param spec its shape
   * @param seed any number; the same number gives the same instance
   * @return the instance with its w*
   */
  public static RandomInstance of(RandomSpec spec, long seed) {
    checkArgument(
        spec.shared <= Math.min(spec.source, spec.target),
        "shared: %s prompts cannot be in lists of %s and %s",
        spec.shared,
        spec.source,
        spec.target);
    checkArgument(
        spec.repeated <= Math.min(spec.source, spec.target),
        "repeated: %s members of lists of %s and %s",
        spec.repeated,
        spec.source,
        spec.target);
    checkArgument(
        spec.initialNorm <= spec.bound,
        "initial norm: %s exceeds the bound %s",
        spec.initialNorm,
        spec.bound);
    RandomStreams streams = RandomStreams.of(seed);
    ConvexSet set = calibrationSet(spec, parameters(streams, 0));
    double[] truth = truth(set, parameters(streams, 1));
    double[] teacher = direction(parameters(streams, 2), spec.bigD, spec.teacherDistance);
    Vectors.addScaled(1, truth, teacher);
    set.project(teacher);
    double[] initial = direction(parameters(streams, 3), spec.d, spec.initialNorm);
    Vocabulary vocabulary = vocabulary(spec.letters);
    Instance.Header header =
        new Instance.Header(
            name(spec, seed),
            spec.lambda,
            spec.bound,
            spec.horizon,
            vocabulary,
            spec.feasibility,
            set,
            ImmutableDoubleArray.copyOf(teacher),
            ImmutableDoubleArray.copyOf(initial));
    List<String> source = ids("x", spec.source, spec.shared);
    List<String> target = ids("y", spec.target, spec.shared);
    List<String> all = new ArrayList<>(source);
    all.addAll(target.subList(spec.shared, target.size()));
    RandomPrompts prompts = new RandomPrompts(spec, vocabulary, truth);
    prompts.checkSize(all.size());
    List<PromptTable> tables = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      tables.add(prompts.draw(all.get(i), streams, i + 1));
    }
    source.addAll(source.subList(0, spec.repeated));
    target.addAll(target.subList(0, spec.repeated));
    return new RandomInstance(
        Instance.of(header, tables, source, target), ImmutableDoubleArray.copyOf(truth));
  }

  /** {@return the instance} */
  public Instance instance() {
    return instance;
  }

  /** {@return the parameter that realizes the optimal policy, w*} */
  public ImmutableDoubleArray truth() {
    return truth;
  }

  private static RandomStream parameters(RandomStreams streams, int index) {
    return streams.open(Purpose.INSTANCE, 0, index);
  }

  private static ConvexSet calibrationSet(RandomSpec spec, RandomStream random) {
    if (spec.setShape != SetShape.BOX) {
      return Ball.of(spec.bigD, spec.setShape == SetShape.BALL ? spec.bound : 0.75 * spec.bound);
    }
    double[] lower = new double[spec.bigD];
    double[] upper = new double[spec.bigD];
    double side = spec.bound / Math.sqrt(spec.bigD);
    for (int i = 0; i < spec.bigD; i++) {
      lower[i] = -side * (0.25 + 0.75 * random.nextDouble());
      upper[i] = side * (0.25 + 0.75 * random.nextDouble());
    }
    return Box.of(lower, upper);
  }

  /** A point of W at three fifths of the way from its centre to its boundary, or less in a box. */
  private static double[] truth(ConvexSet set, RandomStream random) {
    if (set instanceof Box) {
      double[] point = new double[set.dimension()];
      set.draw(random, point);
      Vectors.scale(0.6, point);
      return point;
    }
    return direction(random, set.dimension(), 0.6 * set.radius());
  }

  private static double[] direction(RandomStream random, int dimension, double length) {
    double[] vector = new double[dimension];
    double norm = 0;
    while (!(norm > 0)) {
      BallSampler.sample(random, 1, vector);
      norm = Vectors.norm(vector);
    }
    Vectors.scale(length / norm, vector);
    return vector;
  }

  private static Vocabulary vocabulary(int letters) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < letters; i++) {
      tokens.add(letters <= 26 ? String.valueOf((char) ('A' + i)) : "t" + (i + 1));
    }
    tokens.add("EOS");
    tokens.add("null");
    return Vocabulary.of(tokens, "EOS", "null");
  }

  private static List<String> ids(String letter, int count, int shared) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(i < shared ? "z" + (i + 1) : letter + (i - shared + 1));
    }
    return ids;
  }

  private static String name(RandomSpec spec, long seed) {
    return "random H="
        + spec.horizon
        + " letters="
        + spec.letters
        + (spec.feasibility == Feasibility.EXPLICIT ? " explicit" : "")
        + " D="
        + spec.bigD
        + " d="
        + spec.d
        + (spec.precision == Precision.SINGLE ? " single" : "")
        + " seed="
        + seed;
  }
}

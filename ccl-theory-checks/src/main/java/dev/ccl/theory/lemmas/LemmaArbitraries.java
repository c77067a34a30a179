package dev.ccl.theory.lemmas;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.util.List;
import java.util.function.LongFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;

/** Arbitraries for properties of one's own. */
public final class LemmaArbitraries {
  private LemmaArbitraries() {}

  /**
   * Returns tries: instances with a place of their parameters.
   *
   * @param trials which
   * @return the arbitrary, with the edge cases of the trials
   */
  public static Arbitrary<Trial> trials(Trials trials) {
    return numbered(trials.edges(), trials::random);
  }

  /**
   * {@return tiny instances of all shapes: both feasibility rules, λ and B over six orders of
   * magnitude, coinciding features, repeated prompts; the arbitrary}
   */
  public static Arbitrary<Instance> instances() {
    return trials(Trials.of()).map(Trial::instance);
  }

  /**
   * Returns the learning problems of {@link #instances}.
   *
   * @return the arbitrary
   */
  public static Arbitrary<LearningProblem> problems() {
    return instances().map(Instance::problem);
  }

  /**
   * Returns the points of a set: first 0 and far points, projected, then uniform ones.
   *
   * @param set the set
   * @return the arbitrary
   */
  public static Arbitrary<double[]> parameters(ConvexSet set) {
    return numbered(
        List.of(far(set, 0), far(set, 1e9), far(set, -1e9)),
        number -> {
          double[] point = new double[set.dimension()];
          set.draw(RandomStreams.of(number).open(Purpose.TRIAL, 6), point);
          return point;
        });
  }

  private static double[] far(ConvexSet set, double first) {
    double[] point = new double[set.dimension()];
    point[0] = first;
    set.project(point);
    return point;
  }

  /** The edge cases bear negative numbers, whatever is random the others. */
  private static <T> Arbitrary<T> numbered(List<T> edges, LongFunction<T> random) {
    return Arbitraries.longs()
        .between(-edges.size(), 1L << 50)
        .withDistribution(RandomDistribution.uniform())
        .edgeCases(
            config -> {
              for (long k = -1; k >= -edges.size(); k--) {
                config.add(k);
              }
            })
        .map(n -> n < 0 ? edges.get((int) (-n - 1)) : random.apply(n));
  }
}

package dev.ccl.theory.lemmas;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

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
    return withEdges(
        Arbitraries.randomValue(random -> trials.random(random.nextLong())), trials.edges());
  }

  /**
   * Returns tiny instances of all shapes: both feasibility rules, λ and B over six orders of
   * magnitude, coinciding features, repeated prompts.
   *
   * @return the arbitrary
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
    Arbitrary<double[]> inside =
        Arbitraries.randomValue(
            random -> {
              double[] point = new double[set.dimension()];
              set.draw(RandomStreams.of(random.nextLong()).open(Purpose.TRIAL, 6), point);
              return point;
            });
    return withEdges(inside, List.of(far(set, 0), far(set, 1e9), far(set, -1e9)));
  }

  private static double[] far(ConvexSet set, double first) {
    double[] point = new double[set.dimension()];
    point[0] = first;
    set.project(point);
    return point;
  }

  private static <T> Arbitrary<T> withEdges(Arbitrary<T> arbitrary, List<T> edges) {
    return arbitrary.edgeCases(
        config -> {
          config.none();
          edges.forEach(config::add);
        });
  }
}

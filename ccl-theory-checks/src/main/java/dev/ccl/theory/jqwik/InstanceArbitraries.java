package dev.ccl.theory.jqwik;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.theory.search.Shrinker;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/**
 * Arbitraries of instances and parameters. They shrink as counterexamples of claims do: to fewer
 * prompts, a shorter horizon, fewer tokens and rounder numbers, always an instance that a file can
 * hold; parameters shrink towards 0 within their set.
 */
public final class InstanceArbitraries {
  private InstanceArbitraries() {}

  /**
   * Returns tries: instances with a place of their parameters.
   *
   * @param trials which
   * @return the arbitrary, with the edge cases of the trials
   */
  public static Arbitrary<Trial> trials(Trials trials) {
    return of(
        trials.edges(),
        trials::random,
        trial -> Shrinker.smaller(trial.instance()).map(trial::on),
        trial -> size(trial.instance()));
  }

  /**
   * {@return tiny instances of all shapes: both feasibility rules, λ and B over six orders of
   * magnitude, coinciding features, repeated prompts}
   */
  public static Arbitrary<Instance> instances() {
    return trials(Trials.of()).map(Trial::instance);
  }

  /** {@return the learning problems of {@link #instances}} */
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
    return of(
        List.of(far(set, 0), far(set, 1e9), far(set, -1e9)),
        number -> {
          double[] point = new double[set.dimension()];
          set.draw(RandomStreams.of(number).open(Purpose.TRIAL, 6), point);
          return point;
        },
        point -> towardsZero(set, point),
        point ->
            List.of(
                Arrays.stream(point).filter(x -> x != 0).count(),
                Arrays.stream(point).mapToObj(Double::toString).mapToLong(String::length).sum()));
  }

  private static double[] far(ConvexSet set, double first) {
    double[] point = new double[set.dimension()];
    point[0] = first;
    set.project(point);
    return point;
  }

  private static Stream<double[]> towardsZero(ConvexSet set, double[] point) {
    Stream<double[]> zeros =
        java.util.stream.IntStream.range(0, point.length)
            .mapToObj(
                i -> {
                  double[] out = point.clone();
                  out[i] = 0;
                  return out;
                });
    Stream<double[]> rounder =
        Stream.of(1.0, 0.1, 0.01)
            .map(u -> Arrays.stream(point).map(x -> Math.rint(x / u) * u).toArray());
    return Stream.concat(zeros, rounder).filter(set::contains);
  }

  /** Prompts, horizon, tokens, states, then the digits of all numbers. */
  private static List<Long> size(Instance instance) {
    Instance.Header header = instance.header();
    long states = 0;
    long digits = digits(header.lambda());
    for (PromptTable table : instance.prompts().values()) {
      states += table.states().size();
      for (double reward : table.rewards().values()) {
        digits += digits(reward);
      }
      for (var state : table.states()) {
        for (int k = 0; k < state.tokens().length(); k++) {
          for (int i = 0; i < header.calibrationDimension(); i++) {
            digits += digits(state.phi(k, i));
          }
          for (int i = 0; i < header.studentDimension(); i++) {
            digits += digits(state.phiStu(k, i));
          }
        }
      }
    }
    for (double x : header.teacher().toArray()) {
      digits += digits(x);
    }
    for (double x : header.initial().toArray()) {
      digits += digits(x);
    }
    long prompts = (long) instance.source().size() + instance.target().size();
    return List.of(
        prompts, (long) header.horizon(), (long) header.vocabulary().size(), states, digits);
  }

  private static long digits(double x) {
    return Double.toString(x).length();
  }

  private static <T> Arbitrary<T> of(
      List<T> edges,
      LongFunction<T> random,
      Function<T, Stream<T>> smaller,
      Function<T, List<Long>> size) {
    return new Arbitrary<>() {
      @Override
      public RandomGenerator<T> generator(int genSize) {
        return source -> shrinkable(random.apply(number(source)), smaller, size);
      }

      @Override
      public EdgeCases<T> edgeCases(int maxEdgeCases) {
        return EdgeCases.fromSuppliers(
            edges.stream()
                .limit(maxEdgeCases)
                .map(
                    edge ->
                        (java.util.function.Supplier<Shrinkable<T>>)
                            () -> shrinkable(edge, smaller, size))
                .toList());
      }
    };
  }

  private static long number(Random source) {
    return source.nextLong() >>> 14;
  }

  private static <T> Shrinkable<T> shrinkable(
      T value, Function<T, Stream<T>> smaller, Function<T, List<Long>> size) {
    return new Shrinkable<>() {
      @Override
      public T value() {
        return value;
      }

      @Override
      public Stream<Shrinkable<T>> shrink() {
        ShrinkingDistance here = distance();
        return smaller
            .apply(value)
            .map(next -> shrinkable(next, smaller, size))
            .filter(next -> next.distance().compareTo(here) < 0);
      }

      @Override
      public ShrinkingDistance distance() {
        return ShrinkingDistance.of(size.apply(value).stream().mapToLong(x -> x).toArray());
      }
    };
  }
}

package dev.ccl.theory.search;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Part;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Specimens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tries for what a claim quantifies over: first the sampled ones, on instances with several
 * prompts, positions and letters, on which wrong rounds show; then the edge cases, then random
 * ones. A trial depends on its number alone. Instances are tiny, so that hundreds can be tried.
 */
public final class Trials {
  /** λ and B are drawn over six orders of magnitude. */
  private static final double LEAST_LAMBDA = -2;

  private static final double LEAST_BOUND = -4;
  private static final double ORDERS = 6;

  private static final RandomSpec TINY =
      RandomSpec.SMALL
          .withHorizon(1)
          .withLetters(1)
          .withPrompts(1, 1)
          .withDimensions(1, 1)
          .withBound(1)
          .withTeacherDistance(1);

  /** The seed of the sampled tries. */
  private static final long SAMPLED = 5;

  private final ImmutableSet<Requirement> needs;
  private final ImmutableList<Trial> sampled;
  private final ImmutableList<Trial> edges;

  private Trials(ImmutableSet<Requirement> needs) {
    this.needs = needs;
    this.sampled =
        telling(needs).stream()
            .map(instance -> new Trial(instance, Place.ANYWHERE, SAMPLED, Effort.RUNS))
            .collect(ImmutableList.toImmutableList());
    this.edges = ImmutableList.<Trial>builder().addAll(sampled).addAll(makeEdges()).build();
  }

  /**
   * Returns the trials of a check.
   *
   * @param part the check
   * @return trials on instances of the kind that it speaks of
   */
  public static Trials of(Part part) {
    return new Trials(part.needs());
  }

  /**
   * Returns trials on instances with some properties.
   *
   * @param needs what the instances should have; those that follow from their shape are granted
   * @return the trials
   */
  public static Trials of(Requirement... needs) {
    return new Trials(ImmutableSet.copyOf(needs));
  }

  /** {@return the tries that sample} */
  public ImmutableList<Trial> sampled() {
    return sampled;
  }

  /** {@return the edge cases} */
  public ImmutableList<Trial> edges() {
    return edges;
  }

  /**
   * Returns a trial: an edge case as long as there are any, then a random one.
   *
   * @param number its number, from 0
   * @return the trial
   */
  public Trial get(int number) {
    return number < edges.size() ? edges.get(number) : random(number);
  }

  /** The instances on which the rounds and runs of liars show, of the shape that is asked for. */
  private static List<Instance> telling(Set<Requirement> needs) {
    if (needs.contains(Requirement.SEPARATION)) {
      return List.of(
          SeparationInstance.of(1, 2, 20, 0.5),
          SeparationInstance.of(1, 2, 2, 0.5),
          SeparationInstance.of(2, 3, 2, 0.6));
    }
    Set<Requirement> shape =
        Sets.intersection(needs, Set.of(Requirement.LOW_DIMENSION, Requirement.TINY_TARGET));
    return Specimens.few().stream()
        .filter(specimen -> shape.stream().allMatch(specimen::meets))
        .map(Specimen::instance)
        .toList();
  }

  private List<Trial> makeEdges() {
    List<Instance> instances = needs.contains(Requirement.SEPARATION) ? separations() : shapes();
    List<Trial> out = new ArrayList<>();
    Place[] places = Place.values();
    for (int i = 0; i < instances.size(); i++) {
      out.add(new Trial(instances.get(i), Place.POLES, i));
      out.add(new Trial(instances.get(i), places[i % places.length], i + 1L));
    }
    return out;
  }

  private static List<Instance> separations() {
    return List.of(
        SeparationInstance.of(1, 2, 1, 0.5),
        SeparationInstance.of(1, 2, 0.05, 0.5),
        SeparationInstance.of(1, 2, 1e4, 0.999),
        SeparationInstance.of(2, 3, 20, 0.75),
        SeparationInstance.of(3, 4, 2, 0.5));
  }

  private List<Instance> shapes() {
    List<RandomSpec> specs =
        List.of(
            TINY,
            TINY.withHorizon(2), // padding
            TINY.withFeasibility(Feasibility.EXPLICIT).withHorizon(2).withLetters(3),
            TINY.withLetters(2).withGeometry(Geometry.AXES), // coinciding features
            TINY.withPrompts(2, 2).withRepeated(1).withShared(1),
            TINY.withLambda(1e-2),
            TINY.withLambda(1e4),
            TINY.withBound(1e-4).withTeacherDistance(1e-4),
            TINY.withBound(1e2).withTeacherDistance(1e2).withLambda(10),
            TINY.withHorizon(3).withDimensions(2, 2).withLambda(0.3));
    List<Instance> out = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      out.add(RandomInstance.of(specs.get(i), i).instance());
    }
    out.add(Crafted.plusMinus(1, 1, 0.005, 0));
    out.add(Crafted.plusMinus(2, 0.5, 1.5, 1));
    out.add(Crafted.oneAgainstAll(9, 1, 1, 2));
    out.add(Crafted.opposed(6, 1, 1.5));
    out.add(Crafted.flatStudent());
    out.add(Crafted.largeGamma());
    return out;
  }

  /**
   * Returns a random trial.
   *
   * @param number its number
   * @return the trial, the same for the same number
   */
  public Trial random(long number) {
    RandomStream stream = RandomStreams.of(number).open(Purpose.TRIAL, 3);
    Instance instance =
        needs.contains(Requirement.SEPARATION) ? separation(stream) : instance(stream);
    Place place = Place.values()[stream.nextBelow(Place.values().length)];
    return new Trial(instance, place, stream.nextBelow(1_000_000));
  }

  private static Instance separation(RandomStream stream) {
    int d = 1 + stream.nextBelow(3);
    return SeparationInstance.of(
        d,
        d + 1 + stream.nextBelow(2),
        StrictMath.pow(10, -1.3 + ORDERS * stream.nextDouble()),
        0.5 + 0.4999 * stream.nextDouble());
  }

  private Instance instance(RandomStream stream) {
    boolean tiny = needs.contains(Requirement.TINY_TARGET);
    boolean low = tiny || needs.contains(Requirement.LOW_DIMENSION);
    int horizon = 1 + stream.nextBelow(tiny ? 2 : 3);
    int letters = 1 + stream.nextBelow(tiny && horizon == 2 ? 1 : tiny || horizon == 3 ? 2 : 3);
    int source = 1 + stream.nextBelow(2);
    int target = 1 + stream.nextBelow(tiny && horizon == 2 ? 1 : 2);
    boolean twice = source == 2 && target == 2;
    double bound = StrictMath.pow(10, LEAST_BOUND + ORDERS * stream.nextDouble());
    double lambda = StrictMath.pow(10, LEAST_LAMBDA + ORDERS * stream.nextDouble());
    int student = 1 + stream.nextBelow(tiny ? 1 : low ? 2 : 3);
    RandomSpec spec =
        TINY.withHorizon(horizon)
            .withLetters(letters)
            .withFeasibility(pick(Feasibility.values(), stream))
            .withPrompts(source, target)
            .withShared(twice ? stream.nextBelow(2) : 0)
            .withRepeated(twice ? stream.nextBelow(2) : 0)
            .withDimensions(1 + stream.nextBelow(2), student)
            .withGeometry(pick(Geometry.values(), stream))
            .withSetShape(pick(SetShape.values(), stream))
            .withConstruction(pick(Construction.values(), stream))
            .withLambda(lambda)
            .withBound(bound)
            .withTeacherDistance(bound * stream.nextDouble());
    return RandomInstance.of(spec, stream.nextBelow(1_000_000)).instance();
  }

  private static <T> T pick(T[] values, RandomStream stream) {
    return values[stream.nextBelow(values.length)];
  }
}

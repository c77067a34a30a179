package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.util.List;
import java.util.stream.Stream;

/** The instances on which the claims are evaluated when nobody names others. */
public final class Specimens {
  private static final RandomSpec SMALL =
      RandomSpec.SMALL.withHorizon(2).withLetters(2).withPrompts(2, 2).withDimensions(2, 2);

  private Specimens() {}

  /** {@return a few instances that together can expose every liar} */
  public static ImmutableList<Specimen> few() {
    return specimens(
        RandomInstance.of(SMALL.withLambda(0.25).withBound(2.5).withTeacherDistance(4), 11)
            .instance(),
        RandomInstance.of(
                SMALL
                    .withHorizon(1)
                    .withPrompts(3, 2)
                    .withDimensions(1, 1)
                    .withLambda(2)
                    .withBound(0.6),
                12)
            .instance(),
        SeparationInstance.of(2, 3, 2, 0.6),
        Crafted.plusMinus(1, 20, 0.5, 0.5),
        Crafted.plusMinus(2, 1, 2.5, 0.5),
        Crafted.flatStudent(),
        Crafted.largeGamma(),
        Crafted.tinyB(),
        Crafted.threeRewards(),
        Crafted.rarelyAccepts(),
        Crafted.everyDrawVisible(),
        Crafted.shorterLaterSteps(),
        SeparationInstance.of(1, 2, 20, 0.5),
        BrokenInstance.BOUNDARY.instance());
  }

  /**
   * {@return instances of all shapes: both feasibility rules, λ and B over orders of magnitude,
   * repeated and shared prompts, degenerate and boundary oracles, and the ones on which bounds are
   * tight}
   */
  public static ImmutableList<Specimen> many() {
    return Stream.concat(
            few().stream(),
            specimens(
                RandomInstance.of(SMALL.withHorizon(3).withLambda(0.3).withBound(2), 13).instance(),
                RandomInstance.of(
                        SMALL
                            .withFeasibility(Feasibility.EXPLICIT)
                            .withHorizon(3)
                            .withLetters(3)
                            .withDimensions(3, 1)
                            .withLambda(5)
                            .withBound(0.3),
                        14)
                    .instance(),
                RandomInstance.of(
                        SMALL
                            .withPrompts(3, 3)
                            .withShared(1)
                            .withRepeated(1)
                            .withSetShape(RandomSpec.SetShape.BOX)
                            .withLambda(0.1)
                            .withBound(4),
                        15)
                    .instance(),
                RandomInstance.of(
                        SMALL
                            .withSetShape(RandomSpec.SetShape.SMALL_BALL)
                            .withDimensions(2, 3)
                            .withLambda(20)
                            .withBound(8),
                        16)
                    .instance(),
                SeparationInstance.of(1, 2, 2, 0.5),
                SeparationInstance.of(1, 2, 0.5, 0.9),
                SeparationInstance.of(3, 5, 4, 0.5),
                BrokenInstance.DEGENERATE.instance(),
                BrokenInstance.TWO_ORACLES.instance(),
                BrokenInstance.NOT_IDENTIFIED.instance(),
                BrokenInstance.NOT_REALIZABLE.instance())
                .stream())
        .collect(ImmutableList.toImmutableList());
  }

  /** {@return the instances on which bounds are nearly attained} */
  public static ImmutableList<Specimen> tight() {
    return specimens(
        Crafted.oneAgainstAll(40, 1, 1, 0.02),
        Crafted.oneAgainstAll(40, 1, 1, 6),
        Crafted.opposed(40, 1, 0.02),
        Crafted.opposed(40, 1, 1.5),
        Crafted.plusMinus(1, 1, 0.005, 0),
        Crafted.plusMinus(3, 1, 0.005, 0),
        Crafted.plusMinus(2, 0.5, 1.5, 1),
        SeparationInstance.of(1, 2, 0.02, 0.5),
        SeparationInstance.of(1, 2, 20, 0.5));
  }

  private static ImmutableList<Specimen> specimens(Instance... instances) {
    return Stream.of(instances).map(Specimen::of).collect(ImmutableList.toImmutableList());
  }

  /**
   * Returns the specimens of instances.
   *
   * @param instances small instances
   * @return the specimens, in the same order
   */
  public static ImmutableList<Specimen> of(List<Instance> instances) {
    return instances.stream().map(Specimen::of).collect(ImmutableList.toImmutableList());
  }
}

package dev.ccl.core.instance.generator;

import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;

/** Small random shapes of every kind. */
public final class Specs {
  private Specs() {}

  public static RandomSpec draw(long seed) {
    RandomStream random = RandomStreams.of(seed).open(Purpose.TRIAL, 0);
    int source = 1 + random.nextBelow(3);
    int target = 1 + random.nextBelow(3);
    double bound = 0.5 + 5 * random.nextDouble();
    double[] lambdas = {0.05, 0.25, 1, 4, 20};
    return RandomSpec.SMALL
        .withHorizon(1 + random.nextBelow(3))
        .withLetters(1 + random.nextBelow(3))
        .withPrompts(source, target)
        .withShared(random.nextBelow(Math.min(source, target) + 1))
        .withRepeated(random.nextBelow(Math.min(source, target) + 1))
        .withDimensions(1 + random.nextBelow(5), 1 + random.nextBelow(4))
        .withLambda(lambdas[random.nextBelow(lambdas.length)])
        .withBound(bound)
        .withTeacherDistance(2 * random.nextDouble())
        .withInitialNorm(bound * random.nextDouble())
        .withFeasibility(pick(random, Feasibility.values()))
        .withGeometry(pick(random, Geometry.values()))
        .withSetShape(pick(random, SetShape.values()))
        .withConstruction(pick(random, Construction.values()));
  }

  private static <T> T pick(RandomStream random, T[] values) {
    return values[random.nextBelow(values.length)];
  }
}

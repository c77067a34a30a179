package dev.ccl.theory;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import java.util.function.Supplier;

/**
 * Instances that have nothing in common, each with one place: source and target of different sizes,
 * D ≠ d, H from 2 to 3, both rules of feasibility, other students.
 */
final class Asymmetric {
  private Asymmetric() {}

  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(3)
          .withLetters(1)
          .withPrompts(3, 2)
          .withShared(1)
          .withRepeated(1)
          .withDimensions(3, 2)
          .withLambda(0.7)
          .withBound(1.3)
          .withTeacherDistance(0.9);

  private static final Instance PADDED = RandomInstance.of(SPEC, 31).instance();
  private static final Instance EXPLICIT =
      RandomInstance.of(
              SPEC.withFeasibility(Feasibility.EXPLICIT)
                  .withHorizon(2)
                  .withLetters(4)
                  .withPrompts(2, 3)
                  .withDimensions(2, 1)
                  .withSetShape(SetShape.BOX)
                  .withConstruction(Construction.REFERENCE_FIRST)
                  .withLambda(2.5)
                  .withBound(0.6)
                  .withTeacherDistance(0.4),
              32)
          .instance();
  private static final Instance TINY =
      RandomInstance.of(
              SPEC.withHorizon(2)
                  .withPrompts(2, 2)
                  .withShared(0)
                  .withRepeated(0)
                  .withDimensions(2, 1)
                  .withSetShape(SetShape.SMALL_BALL)
                  .withLambda(0.4)
                  .withBound(0.8)
                  .withTeacherDistance(0.5),
              33)
          .instance();

  /** A fresh one for each who asks: a subject belongs to one thread. */
  static final ImmutableMap<String, Supplier<Subject>> SUBJECTS =
      ImmutableMap.of(
          "padded", () -> new Subject(PADDED),
          "explicit", () -> new Subject(EXPLICIT),
          "tiny", () -> new Subject(TINY),
          "separation", () -> new Subject(SeparationInstance.of(2, 3, 3, 0.75)),
          "tempered", () -> new Subject(EXPLICIT, Students.of(TemperedSoftmax::of)),
          "network", () -> new Subject(TINY, Students.of(phi -> TanhNetwork.of(phi, 2))));

  /** Nowhere special: inside of W and Θ, but for θ, whose length is that of the boundary. */
  static Case at(String name) {
    Subject subject = SUBJECTS.get(name).get();
    Specimen specimen = Specimen.of(subject);
    int bigD = specimen.naive().calibrationDimension();
    int d = specimen.naive().studentDimension();
    double b = specimen.naive().bound();
    return Case.of(
            specimen,
            subject,
            point(bigD, 0.31 * b, 0.7),
            point(bigD, -0.43 * b, 0.4),
            point(d, -2 * b, 0.6),
            point(d, 0.57 * b, -0.3),
            41)
        .withoutSampling();
  }

  private static double[] point(int n, double first, double ratio) {
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      out[i] = i == 0 ? first : ratio * out[i - 1] * (i % 2 == 0 ? 1 : -1);
    }
    return out;
  }
}

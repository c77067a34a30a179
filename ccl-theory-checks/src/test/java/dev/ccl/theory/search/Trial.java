package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * One point of the search: the shape of a random instance and a seed, from which instance and
 * parameters follow. Shrinking shrinks the shape.
 *
 * @param horizon H
 * @param letters letters beside EOS
 * @param rule the legal sets
 * @param source source prompts
 * @param target target prompts
 * @param calibration D
 * @param student d
 * @param geometry how features lie in the unit ball
 * @param set the shape of W
 * @param construction whether rewards or the reference are drawn
 * @param logLambda log₁₀ λ
 * @param logBound log₁₀ B
 * @param edge where θ and w lie: 0 random, 1 θ at the oracle's opposite edge, 2 everything 0
 * @param seed everything else
 */
record Trial(
    int horizon,
    int letters,
    Feasibility rule,
    int source,
    int target,
    int calibration,
    int student,
    RandomSpec.Geometry geometry,
    RandomSpec.SetShape set,
    RandomSpec.Construction construction,
    double logLambda,
    double logBound,
    int edge,
    long seed) {

  Instance instance() {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(horizon)
            .withLetters(letters)
            .withFeasibility(rule)
            .withPrompts(source, target)
            .withDimensions(calibration, student)
            .withGeometry(geometry)
            .withSetShape(set)
            .withConstruction(construction)
            .withLambda(StrictMath.pow(10, logLambda))
            .withBound(StrictMath.pow(10, logBound))
            .withTeacherDistance(StrictMath.pow(10, logBound))
            .withInitialNorm(0);
    return RandomInstance.of(spec, seed).instance();
  }

  Trial withSeed(long other) {
    return new Trial(
        horizon,
        letters,
        rule,
        source,
        target,
        calibration,
        student,
        geometry,
        set,
        construction,
        logLambda,
        logBound,
        edge,
        other);
  }

  /**
   * Evaluates a claim, unless it says nothing about the instance; prints the instance if it fails.
   */
  void check(Claim claim) {
    Instance instance = instance();
    Specimen specimen = Specimen.of(instance);
    if (!claim.appliesTo(specimen)) {
      return;
    }
    Case random = Case.random(specimen, new Subject(instance), seed).withoutSampling();
    Findings findings = claim.evaluate(at(random));
    if (!findings.hold()) {
      throw new AssertionError(
          claim + " fails at " + findings.failures() + "\non the instance\n" + text(instance));
    }
  }

  private Case at(Case c) {
    if (edge == 0) {
      return c;
    }
    double[] theta = new double[c.theta().length];
    double[] w = new double[c.w().length];
    if (edge == 1) {
      theta[0] = c.specimen().naive().bound();
      w[0] = -c.specimen().naive().bound();
    }
    return Case.of(c.specimen(), c.subject(), w, c.v(), theta, c.vartheta(), seed)
        .withoutSampling();
  }

  private static String text(Instance instance) {
    try {
      StringWriter out = new StringWriter();
      InstanceWriter.write(instance, out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

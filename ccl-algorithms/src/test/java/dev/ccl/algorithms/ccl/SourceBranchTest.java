package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GroundTruth;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One branch against the exact law of a calibration round, and the rules that use it. */
final class SourceBranchTest {
  private static final int ROUNDS = 2_000_000;
  private static final int COMPARISONS = 2_000_000;
  private final GroundTruth truth =
      GroundTruth.of(
          RandomInstance.of(RandomSpec.SMALL.withRepeated(1).withInitialNorm(1.5), 3).instance());
  private final LearningProblem problem = truth.problem();
  private final double[] theta = problem.student().initial().toArray();
  private final double[] w = {0.5, -1.1, 0.2};

  /** Means and mean square of g over many rounds; the control is fixed at 0.6. */
  private Sample[] samples(Acceptance acceptance, DoubleUnaryOperator weight) {
    TestBranch branch = TestBranch.of(problem, 11, acceptance, Alternatives.Choice.STUDENT);
    Sample[] samples = {new Sample(), new Sample(), new Sample(), new Sample()};
    for (int t = 0; t < ROUNDS; t++) {
      branch.draw(t, theta);
      double factor = 0;
      if (branch.informative()) {
        double u = Vectors.dot(branch.difference(), w);
        double y = branch.label() ? 1 : 0;
        factor = weight.applyAsDouble(branch.weight()) * (Elementary.sigmoid(u) - y);
        if (acceptance == Acceptance.Choice.CONTROLLED) {
          factor += 0.6 * (y - branch.share());
        }
      }
      double square = 0;
      for (int i = 0; i < w.length; i++) {
        double g = branch.informative() ? factor * branch.difference()[i] : 0;
        samples[i].add(g);
        square += g * g;
      }
      samples[w.length].add(square);
    }
    return samples;
  }

  @ParameterizedTest
  @EnumSource(Acceptance.Choice.class)
  void stepHasTheExactMean(Acceptance acceptance) { // eq:ced-source-conditional-mean
    double[] mean = CalibrationLaw.of(truth).expectedStep(w, theta);
    Sample[] samples = samples(acceptance, weight -> weight);
    for (int i = 0; i < w.length; i++) {
      samples[i].assertMean("coordinate " + i, mean[i], Double.NaN);
    }
    double second = CalibrationLaw.of(truth).secondMoment(w, theta);
    if (acceptance == Acceptance.Choice.REJECTION) {
      samples[w.length].assertMean("square", second, Double.NaN);
    } else {
      assertTrue(samples[w.length].mean() < 0.8 * second, "less noise");
    }
  }

  private void assertRejected(String what, Sample[] liar) {
    double[] mean = CalibrationLaw.of(truth).expectedStep(w, theta);
    double largest = 0;
    for (int i = 0; i < w.length; i++) {
      largest = Math.max(largest, Math.abs(liar[i].deviation(mean[i], Double.NaN)));
    }
    double z = largest;
    assertTrue(z > Sample.LIMIT, () -> what + ": z = " + z);
  }

  /** Every label is accepted; weights are 5 % off in themselves or in λ. */
  @Tag("slow")
  @Test
  void liarsAreRejected() {
    assertRejected("all accepted", samples(Acceptance.Choice.REJECTION, weight -> 1));
    assertRejected("5 % more", samples(Acceptance.Choice.CONTROLLED, weight -> 1.05 * weight));
    assertRejected(
        "λ 5 % larger",
        samples(Acceptance.Choice.CONTROLLED, weight -> Math.pow(weight, 1 / 1.05)));
  }

  /** What is told of a comparison: ‖z‖², its square and the coordinates of z. */
  private static double[] statistics(double[] z) {
    double[] out = new double[2 + z.length];
    out[0] = Vectors.dot(z, z);
    out[1] = out[0] * out[0];
    System.arraycopy(z, 0, out, 2, z.length);
    return out;
  }

  private Sample[] comparisons(Alternatives alternatives) {
    TestBranch branch = TestBranch.of(problem, 12, Acceptance.Choice.REJECTION, alternatives);
    double[] none = new double[w.length];
    Sample[] out = Stream.generate(Sample::new).limit(2 + w.length).toArray(Sample[]::new);
    for (int t = 0; t < COMPARISONS; t++) {
      branch.draw(t, theta);
      double[] told = statistics(branch.informative() ? branch.difference() : none);
      for (int i = 0; i < told.length; i++) {
        out[i].add(told[i]);
      }
    }
    return out;
  }

  /** Their largest deviation from the law of line:br-design to br-feature. */
  private double deviation(Sample[] told, EdgeLaw proposals) {
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    EdgeLaw teacher = model.law(problem.calibration().initial().toArray());
    double[] reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    double[] exact = new double[told.length];
    double[] z = new double[w.length];
    for (int s = 0; s < forest.nodes(); s++) {
      int from = forest.firstEdge(s);
      double[] rows = new double[forest.degree(s) * w.length];
      model.gradients(w, s, rows);
      for (int a = 0; a < forest.degree(s); a++) {
        for (int b = 0; b < forest.degree(s); b++) {
          for (int i = 0; i < w.length; i++) {
            z[i] = rows[a * w.length + i] - rows[b * w.length + i];
          }
          double probability =
              reach[s]
                  / problem.horizon()
                  * teacher.probability(from + a)
                  * proposals.probability(from + b);
          Vectors.addScaled(probability, statistics(z), exact);
        }
      }
    }
    double largest = 0;
    for (int i = 0; i < told.length; i++) {
      largest = Math.max(largest, Math.abs(told[i].deviation(exact[i], Double.NaN)));
    }
    return largest;
  }

  /** The liars propose from each other's law, and from a student whose θ is a tenth shorter. */
  @Test
  void comparisonsHaveTheExactLaw() {
    EdgeModel students = problem.source().student();
    EdgeLaw student = students.law(theta);
    EdgeLaw teacher = problem.source().calibration().law(problem.calibration().initial().toArray());
    Sample[] told = comparisons(Alternatives.Choice.STUDENT);
    assertTrue(deviation(told, student) < Sample.LIMIT);
    assertTrue(deviation(told, teacher) > Sample.LIMIT);
    assertTrue(deviation(comparisons(Alternatives.Choice.TEACHER), teacher) < Sample.LIMIT);
    assertTrue(deviation(comparisons(Alternatives.Choice.UNIFORM), student) > Sample.LIMIT);
    double[] moved = theta.clone();
    Vectors.scale(0.9, moved);
    double z = deviation(told, students.law(moved));
    assertTrue(z > Sample.LIMIT, () -> "a tenth shorter: z = " + z);
  }

  @Test
  void informationStepKeepsTheInverse() {
    int d = 3;
    NewtonStep step = NewtonStep.of(d, 2, Memory.of(ImmutableMap.of()));
    double[] a = new double[d * d];
    for (int i = 0; i < d; i++) {
      a[i * d + i] = 0.25;
    }
    RandomStream random = RandomStreams.of(2).open(Purpose.TRIAL, 1);
    double[] z = new double[d];
    double[] at = new double[d];
    for (int t = 0; t < 500; t++) {
      for (int i = 0; i < d; i++) {
        z[i] = 2 * random.nextDouble() - 1;
      }
      double c = 0.25 * random.nextDouble();
      double[] before = at.clone();
      step.step(t, z, 0.3, c, at.clone(), at);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          a[i * d + j] += c * z[i] * z[j];
        }
      }
      for (int i = 0; i < d; i++) { // A (w' − w) = −g
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum += a[i * d + j] * (at[j] - before[j]);
        }
        assertEquals(-0.3 * z[i], sum, 1e-12);
      }
    }
  }
}

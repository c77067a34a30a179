package dev.ccl.certificates.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.testkit.naive.Truth;
import org.junit.jupiter.api.Test;

/** A and B from written-out comparisons and answers, where D = d = 1 and all is a number. */
class RatesTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withDimensions(1, 1)
                  .withLambda(0.7)
                  .withRepeated(1)
                  .withBound(6)
                  .withTeacherDistance(1.5),
              3)
          .instance();
  private static final Naive MODEL = Naive.of(INSTANCE);
  private static final double[] W = Truth.of(MODEL).parameter();
  private static final double[] THETA = Minimum.of(MODEL, W).point();

  /** The mean of a power of P behind a token, when the reference completes the answer. */
  private static double moment(Node s, int k, int power) {
    TokenLaw reference = MODEL.reference();
    int h = s.prefix().length() + 1;
    ImmutableIntArray prefix =
        ImmutableIntArray.builder().addAll(s.prefix()).add(s.token(k)).build();
    double sum = 0;
    for (Answer a : MODEL.answers(s.prompt())) {
      if (a.startsWith(prefix)) {
        double chance = Math.exp((a.reward() - 1) / MODEL.lambda());
        sum += Math.exp(reference.logSuffix(a, h + 1)) * Math.pow(chance, power);
      }
    }
    return sum;
  }

  private static double share(Node s, int c1, int c0) {
    return s.pre(c1) / (s.pre(c1) + s.pre(c0));
  }

  private static double sigmoid(double u) {
    return 1 / (1 + Math.exp(-u));
  }

  /** Σ_w = I⁻¹VI⁻¹ of one query: the variance of the step that Newton's rule takes. */
  private static double calibrationVariance() {
    double[] sums = new double[4]; // probability, that times E P, I, V
    SourceStep.Visitor mean =
        (s, c1, c0, p) -> {
          if (c1 != c0) {
            double rho = share(s, c1, c0);
            sums[0] += p;
            sums[1] += p * (rho * moment(s, c1, 1) + (1 - rho) * moment(s, c0, 1));
          }
        };
    SourceStep.of(MODEL).forEachComparison(MODEL.student(THETA), mean);
    double control = sums[1] / sums[0];
    SourceStep.of(MODEL)
        .forEachComparison(
            MODEL.student(THETA),
            (s, c1, c0, p) -> {
              double z = s.difference(c1, c0)[0];
              double sigma = sigmoid(z * W[0]);
              double rho = share(s, c1, c0);
              double one = square(s, c1, 1 - sigma, control * (1 - rho));
              double zero = square(s, c0, -sigma, -control * rho);
              double accepted = rho * moment(s, c1, 1) + (1 - rho) * moment(s, c0, 1);
              sums[2] += p * z * z * accepted * sigma * (1 - sigma);
              sums[3] += p * z * z * (rho * one + (1 - rho) * zero);
            });
    return sums[3] / (sums[2] * sums[2]);
  }

  /** E (P x − c)² behind a token. */
  private static double square(Node s, int k, double x, double c) {
    return x * x * moment(s, k, 2) - 2 * x * c * moment(s, k, 1) + c * c;
  }

  /** ∂²C/∂θ∂w by differences of the gradient. */
  private static double mixed() {
    double h = 1e-4;
    double up = Costs.of(MODEL).gradient(new double[] {W[0] + h}, THETA)[0];
    double down = Costs.of(MODEL).gradient(new double[] {W[0] - h}, THETA)[0];
    return (up - down) / (2 * h);
  }

  private static double fisher() {
    StudentLaw student = MODEL.student(THETA);
    return Costs.of(MODEL).mean(student, a -> Math.pow(Costs.of(MODEL).score(student, a)[0], 2));
  }

  @Test
  void ratesAreThoseOfTheWrittenOutProblem() {
    assertTrue(Math.abs(THETA[0]) < 5.9, "inside its set");
    assertTrue(Math.abs(W[0] - MODEL.teacherParameter()[0]) > 1, "the teacher is not w*");
    double hessian = Costs.of(MODEL).hessian(W, THETA)[0][0];
    double noise = Costs.of(MODEL).sampleVariance(W, THETA);
    double pull = mixed();
    Rates following = Rates.of(INSTANCE.problem());
    double a = pull * pull * calibrationVariance() / hessian / 2;
    assertEquals(a, following.queries(), 1e-6 * a);
    assertEquals(noise / hessian / 2, following.rollouts(), 1e-6 * following.rollouts());
    double gain = 2;
    double natural = MODEL.lambda() * fisher();
    double h = hessian / natural;
    Rates coupled = Rates.coupled(INSTANCE.problem(), gain);
    double late = 2 * gain * h / (2 * gain * h - 1);
    assertEquals(late * a, coupled.queries(), 1e-6 * coupled.queries());
    double b = h * gain * gain / (2 * gain * h - 1) * (noise / natural) / 2;
    assertEquals(b, coupled.rollouts(), 1e-6 * b);
  }
}

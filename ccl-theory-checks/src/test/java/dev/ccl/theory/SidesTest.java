package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.theory.claims.Claims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Both sides of bounds that are loose, worked out once more: a weaker bound would hold as well, and
 * no liar comes close to it. One coordinate, one step, α = 1/2 and λ = 2.
 */
class SidesTest {
  private static final int POINTS = 2001;

  private final Subject subject = new Subject(SeparationInstance.of(1, 2, 2, 0.5));
  private final Specimen specimen = Specimen.of(subject);
  private final double bound = specimen.naive().bound();

  private Case at(long seed) {
    return Place.ANYWHERE.on(specimen, subject, seed);
  }

  private List<Evidence> statements(String claim, Case c, String beginning) {
    List<Evidence> all = new ArrayList<>();
    Claim named = Claims.named(claim);
    assertTrue(named.appliesTo(specimen));
    Findings findings = new Findings(all::add);
    named.evaluate(c, findings);
    assertTrue(findings.hold());
    return all.stream().filter(e -> e.where().startsWith(beginning)).toList();
  }

  private double cost(double theta) {
    return specimen.costs().cost(specimen.truth().parameter(), new double[] {theta});
  }

  /** The middle of one of many equal parts of [−B, B]. */
  private double candidate(int i) {
    return bound * (2 * (i + 0.5) / POINTS - 1);
  }

  /** eq:sm-temp-mse: t/(t+2) of the square that was, and the square of G/(μ(t+2)). */
  @Test
  void aStepOfDirectMatchingKeepsItsShareOfTheError() {
    double best = 0.5 / (4 * 2 * 3);
    double ratio = subject.matchingGradientBound() / subject.monotonicity();
    for (long seed = 1; seed <= 3; seed++) {
      Case c = at(seed);
      double square = Math.pow(c.theta()[0] - best, 2);
      List<Evidence> found = statements("C38", c, "E[‖θ_{t+1} − θ*_SM‖² | θ_t], t = ");
      assertEquals(5, found.size());
      for (Evidence e : found) {
        long t = Long.parseLong(e.where().replaceFirst(".* ", ""));
        double right = square * t / (t + 2) + Math.pow(ratio / (t + 2), 2);
        assertEquals(right, e.right(), 1e-12 * right, e.where());
      }
    }
  }

  /** lem:ced-hybrid: the better of the projected step and a candidate, in the mean over it. */
  @Test
  void progressIsAMeanOverCandidates() {
    double alpha = subject.constants().studentStep();
    for (long seed = 1; seed <= 3; seed++) {
      Case c = at(seed);
      double theta = c.theta()[0];
      double slope = specimen.costs().gradient(specimen.truth().parameter(), c.theta())[0];
      double step = Math.max(-bound, Math.min(bound, theta - alpha * slope));
      double mean = 0;
      for (int i = 0; i < POINTS; i++) {
        mean += (cost(theta) - Math.min(cost(step), cost(candidate(i)))) / POINTS;
      }
      Evidence first = statements("C27", c, "E[F(θ) − min(F(y), F(ϑ))]").get(0);
      double most = Math.max(first.left(), first.right()); // the progress is far above its bound
      assertEquals(mean, most, 1e-3 * mean);
    }
  }

  /** eq:ced-volume-hit with d = 1: a share of the candidates, and that of 8λB²H^{3/2} itself. */
  @Test
  void candidatesHitWithTheShareOfTheRange() {
    double range = 8 * 2 * bound * bound * Math.pow(2, 1.5);
    int compared = 0;
    for (long seed = 1; seed <= 10; seed++) {
      Case c = at(seed);
      double[] costs = new double[POINTS];
      Arrays.setAll(costs, i -> specimen.costs().cost(c.w(), new double[] {candidate(i)}));
      double least = Arrays.stream(costs).min().orElseThrow();
      for (Evidence e : statements("C28", c, "P(C_w(ϑ) − min ≤ ")) {
        String number = e.where().substring(e.where().lastIndexOf(' ') + 1);
        double u = Double.parseDouble(number.substring(0, number.length() - 1));
        double hit = (double) Arrays.stream(costs).filter(x -> x - least <= u).count() / POINTS;
        assertEquals(u / range, Math.min(e.left(), e.right()), 1e-15);
        assertEquals(hit, Math.max(e.left(), e.right()), 0.005);
        compared++;
      }
    }
    assertTrue(compared >= 10, compared + " shares that many candidates reach");
  }
}

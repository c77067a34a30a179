package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.constants.ImplicitConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The right side of every bound as the paper writes it, in λ, B, H, d and distances alone: a bound
 * that is too weak, or that of another claim, holds as well and no liar shows it.
 */
class BoundsTest {
  private Case c;
  private double lambda;
  private double b;
  private double h;
  private double ofW; // ‖w − v‖
  private double ofTheta; // ‖θ − ϑ‖
  private double ofTruth; // ‖w − w*‖
  private double gamma;

  private void on(String name) {
    c = Asymmetric.at(name);
    lambda = c.specimen().instance().header().lambda();
    b = c.specimen().instance().header().bound();
    h = c.specimen().instance().header().horizon();
    ofW = distance(c.w(), c.v());
    ofTheta = distance(c.theta(), c.vartheta());
    ofTruth = distance(c.w(), c.specimen().truth().parameter());
    double slope = Math.exp(-2 * b) / Math.pow(1 + Math.exp(-2 * b), 2); // σ'(2B)
    double mu = SmallAlgebra.eigenvalues(c.specimen().step().information())[0];
    gamma = Math.exp(-1 / lambda - 2 * b) * slope * mu;
  }

  private static double distance(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return Math.sqrt(sum);
  }

  /** The bounds of a claim whose place begins so; {@code right} is the side that bounds. */
  private void bound(String claim, String place, double right) {
    bound(claim, place, e -> right);
  }

  private void bound(String claim, String place, ToDoubleFunction<Evidence> right) {
    List<Evidence> all = new ArrayList<>();
    Claim named = Claims.named(claim);
    assertTrue(named.appliesTo(c.specimen()));
    named.evaluate(c, new Findings(all::add));
    all.removeIf(e -> !e.isBound() || !e.where().startsWith(place));
    assertFalse(all.isEmpty(), claim + " has no bound of " + place);
    for (Evidence e : all) {
      double expected = right.applyAsDouble(e);
      assertEquals(expected, e.right(), 1e-9 * Math.abs(expected), claim + ", " + e);
    }
  }

  /** The last number of a place. */
  private static double last(Evidence e) {
    return Double.parseDouble(e.where().replaceFirst(".* ", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"padded", "explicit", "tiny"})
  void boundsOfCostsAndScores(String name) {
    on(name);
    bound("C15", "|Z|", 4 * lambda * b * h);
    bound("C16", "C_w", 4 * lambda * b * h);
    bound("C17", "‖S‖ of", 2 * h);
    bound("C17", "E‖S‖²", h);
    bound("C19", "|C_w(θ) − C_w(ϑ)|", 4 * lambda * b * Math.pow(h, 1.5) * ofTheta);
    bound("C19", "‖∇C_w(θ)‖", 4 * lambda * b * Math.pow(h, 1.5));
    bound("C20", "|C_w(θ) − C_v(θ)|", 2 * lambda * h * ofW);
    bound("C22", "E‖S·Z − ∇C‖²", 16 * lambda * lambda * b * b * h * h * h);
    bound("C23", "−∇S", h);
    bound("C24", "‖∇²C_w(θ)‖", lambda * h * (1 + 8 * b * h));
    bound("C24", "‖∇C_w(θ) − ∇C_w(ϑ)‖", lambda * h * (1 + 8 * b * h) * ofTheta);
    bound("C25", "‖∇C_w − ∇C_v‖", 2 * lambda * Math.pow(h, 1.5) * ofW);
  }

  @ParameterizedTest
  @ValueSource(strings = {"padded", "explicit", "tiny"})
  void boundsOfTheSourceSide(String name) {
    on(name);
    bound("C04", "log Z of", e -> e.relation() == Evidence.Relation.AT_LEAST ? 0 : 1 / lambda);
    bound("C06", "P(I = 1)", Math.exp(-1 / lambda));
    bound("C08", "log M at", e -> e.relation() == Evidence.Relation.AT_LEAST ? 0 : 1 / lambda);
    bound("C12", "(w − w*)ᵀ E g", gamma * ofTruth * ofTruth);
    bound(
        "C13",
        "E[‖w_{t+1} − w*‖² | F_t]",
        e ->
            ofTruth * ofTruth * last(e) / (last(e) + 2)
                + 4 / (gamma * gamma * (last(e) + 2) * (last(e) + 2)));
    bound("C13", "γ²(t+2)² (E[‖w_{t+1} − w*‖² | F_t]", 4);
    bound("C14", "‖w_{t+1} − w_t‖, t = 10⁶ − 2", 2e-6 / gamma);
  }

  /** |𝓑(s)| is the number of tokens that lie beside an edge. */
  @ParameterizedTest
  @ValueSource(strings = {"padded", "explicit", "tiny"})
  void envelopesOfTokens(String name) {
    on(name);
    List<Evidence> all = new ArrayList<>();
    Claims.named("C09").evaluate(c, new Findings(all::add));
    int k = 0;
    for (Side side : Side.values()) {
      var forest = c.subject().dataset(side).forest();
      for (String who : List.of("student", "calibrated")) {
        for (int e = 0; e < forest.edges(); e++, k += 2) {
          int beside = 0;
          for (int other = 0; other < forest.edges(); other++) {
            beside += forest.node(other) == forest.node(e) ? 1 : 0;
          }
          String place = who + " π(a|s), edge " + e;
          assertEquals(place, all.get(k).where());
          assertEquals(Math.exp(-2 * b) / beside, all.get(k).right(), 1e-12);
          assertEquals(Evidence.Relation.AT_LEAST, all.get(k).relation());
          assertEquals(place, all.get(k + 1).where());
          assertEquals(Math.exp(2 * b) / beside, all.get(k + 1).right(), 1e-12);
          assertEquals(Evidence.Relation.AT_MOST, all.get(k + 1).relation());
        }
      }
    }
    assertEquals(all.size(), k);
  }

  /** Rounds of the student, with κ_opt as computed. */
  @Test
  void boundsOfAStudentsRound() {
    on("tiny");
    bound("C26", "E ξ_t", e -> 16 * lambda * b * h / (last(e) + 1));
    bound("C27", "Δ(θ)", 8 * lambda * b * b * Math.pow(h, 1.5));
    bound("C29", "|ε − Δ|", 4 * lambda * h * ofTruth);
    double kappa = ImplicitConstants.of(c.specimen(), c.subject()).progress();
    double alpha = 0.5 / (lambda * h * (1 + 8 * b * h));
    double before = c.subject().excessCost(c.theta());
    double[] distances = {ofTruth, 0}; // at w, then at w*
    int[] seen = {0};
    bound(
        "C29",
        "E[Δ(θ_t) | w_t], t = 1",
        e ->
            before
                - kappa * before * before
                + 16 * alpha * lambda * lambda * b * b * h * h * h / Math.sqrt(2)
                + (8 * alpha * lambda * lambda * b * h * h * h + 4 * lambda * h)
                    * distances[seen[0]++]
                + 16 * lambda * b * h / 2);
    assertEquals(2, seen[0]);
  }

  /** eq:sm-temp-finite with κ = σ′(B + log 2), μ = (1 + λ)κ/d and G = (2 + λ)B. */
  @Test
  void boundsOfDirectMatching() {
    on("separation");
    double alpha = 0.75;
    int d = 2;
    double odds = 2 * Math.exp(b); // of σ at B + log 2
    double kappa = odds / ((1 + odds) * (1 + odds));
    double mu = (1 + lambda) * kappa / d;
    double square = 0;
    double toOracle = 0;
    for (double x : c.theta()) {
      square += Math.pow(x - alpha / (4 * lambda * (1 + lambda)), 2);
      toOracle += Math.pow(x - 1 / (4 * lambda), 2);
    }
    double error = square;
    double most = (2 + lambda) * b;
    bound("C36", "‖θ*_SM − θ†‖", Math.sqrt(d) * (1 - alpha) / (4 * lambda));
    bound("C37", "(θ − θ*_SM)ᵀ∇C_SM", mu * error);
    bound("C37", "E‖ĝ_SM‖²", most * most);
    bound(
        "C38",
        "E[‖θ_{t+1} − θ*_SM‖² | θ_t]",
        e -> error * last(e) / (last(e) + 2) + Math.pow(most / (mu * (last(e) + 2)), 2));
    bound("C39", "𝒦(θ)", kappa / (2 * d) * toOracle);
    bound(
        "C40",
        "𝒦(θ*_SM) against the bound",
        kappa * (1 - alpha) * (1 - alpha) / (32 * lambda * lambda));
    bound(
        "C41",
        "what direct matching keeps",
        kappa * (1 - alpha) * (1 - alpha) / (128 * lambda * lambda));
  }
}

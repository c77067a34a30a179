package dev.ccl.theory.claims;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.certificates.Bet;
import dev.ccl.certificates.Forecast;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * The factor of every e-process is at most 1 in mean (E01–E05): every label and every completed
 * answer of a comparison is listed, and an adversary chooses interval, prediction, control and
 * stake. The law needs no w*: that of one comparison follows from its own rewards (lem:ced-label).
 */
final class BetClaims {
  private static final int COMPARISONS = 24; // of a case, spread over all
  private static final int PREDICTIONS = 8;
  private static final Tolerance ROUNDING = Tolerance.estimate(1e-12, "rounding");

  private BetClaims() {}

  /** {@return the claims, E01 to E05} */
  static List<Claim> all() {
    return List.of(
        claim("E01", "(p_v/p_u*)(Y)^I has mean 1", Bet.Kind.ACCEPTED),
        claim("E02", "(p_v/p_u*)(Y)^P has mean at most 1", Bet.Kind.WEIGHTED),
        claim("E03", "exp(P[ℓ(Ỹ,u*) − ℓ(Ỹ,v)]) has mean at most 1", Bet.Kind.CONTROLLED),
        claim("E04", "so has its power τ = p_m σ′_min/s²", Bet.Kind.SHARPENED),
        claim("E05", "so has exp(ηX_v h + [ηPκ − ψη²(|X_v| + Pκr)²]h²)", Bet.Kind.VARIANCE));
  }

  private static Claim claim(String id, String sentence, Bet.Kind kind) {
    return Claim.of(
        id,
        "beyond the paper",
        sentence,
        Kind.EXACT,
        (c, f) -> means(c, f, kind),
        Requirement.REWARDS);
  }

  /** Label, reward and probability of one way in which a comparison may end. */
  private record Ending(boolean label, double reward, double probability) {}

  /** A comparison with the law of its endings; u* is the log-odds of its accepted label. */
  private record Law(
      String where, double share, double u, ImmutableDoubleArray z, List<Ending> endings) {
    static Law of(Naive naive, Node s, int c1, int c0) {
      double share = s.pre(c1) / (s.pre(c1) + s.pre(c0));
      List<Ending> endings = new ArrayList<>();
      double one = add(naive, s, c1, true, share, endings);
      double zero = add(naive, s, c0, false, 1 - share, endings);
      double u = StrictMath.log(one / zero);
      return new Law(
          s + " " + c1 + "/" + c0,
          share,
          u,
          ImmutableDoubleArray.copyOf(s.difference(c1, c0)),
          endings);
    }

    /** Adds the answers behind a token; returns E[P; Y = label]. */
    private static double add(
        Naive naive, Node s, int k, boolean label, double share, List<Ending> endings) {
      List<Answer> answers = new ArrayList<>();
      double all = 0;
      for (Answer a : naive.answers(s.prompt())) {
        int h = s.prefix().length() + 1;
        if (a.startsWith(s.prefix()) && a.place(h) == k) {
          answers.add(a);
          all += StrictMath.exp(naive.reference().logAnswer(a));
        }
      }
      double accepted = 0;
      for (Answer a : answers) {
        double p = share * StrictMath.exp(naive.reference().logAnswer(a)) / all;
        endings.add(new Ending(label, a.reward(), p));
        accepted += p * StrictMath.exp((a.reward() - 1) / naive.lambda());
      }
      return accepted;
    }
  }

  private static void means(Case c, Findings f, Bet.Kind kind) {
    Naive naive = c.specimen().naive();
    List<int[]> places = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    for (String x : naive.source()) {
      for (Node s : naive.nodes(x)) {
        for (int c1 = 0; c1 < s.size(); c1++) {
          for (int c0 = 0; c0 < s.size(); c0++) {
            if (c1 != c0) {
              nodes.add(s);
              places.add(new int[] {c1, c0});
            }
          }
        }
      }
    }
    int step = Math.max(1, nodes.size() / COMPARISONS);
    for (int i = (int) Math.floorMod(c.seed(), (long) step); i < nodes.size(); i += step) {
      Law law = Law.of(naive, nodes.get(i), places.get(i)[0], places.get(i)[1]);
      against(c, f, kind, law);
    }
  }

  private static void against(Case c, Findings f, Bet.Kind kind, Law law) {
    double lambda = c.specimen().naive().lambda();
    double logit = StrictMath.log(law.share() / (1 - law.share()));
    double wanted = SmallAlgebra.dot(law.z().toArray(), c.v()); // the adversary's own prediction
    Bet bet = c.subject().bet(kind);
    for (double width : new double[] {2, 0.3, 0.05}) {
      double lo = Math.min(law.u(), Math.max(logit - 1 / lambda, law.u() - width / lambda));
      double hi = Math.max(law.u(), Math.min(logit + 1 / lambda, law.u() + 0.6 * width / lambda));
      for (int k = 0; k <= PREDICTIONS; k++) {
        double v =
            k == PREDICTIONS
                ? Math.min(hi, Math.max(lo, wanted))
                : lo + (hi - lo) * k / (PREDICTIONS - 1);
        for (int guide = 0; guide < (kind == Bet.Kind.VARIANCE ? 4 : 1); guide++) {
          Forecast forecast =
              new Forecast()
                  .of(law.share(), lo, hi, v)
                  .guided(0.3 * guide, guide % 2 == 0 ? 0.2 : 0.02, guide == 0 ? 1 : 0.4);
          double mean = mean(bet, forecast, law, lambda, kind == Bet.Kind.ACCEPTED);
          String where = "E[factor] at " + law.where();
          f.add(Evidence.atMost(where, mean, 1, ROUNDING));
          if (kind == Bet.Kind.ACCEPTED) {
            f.add(Evidence.equal(where, mean, 1, ROUNDING));
          }
        }
      }
    }
  }

  private static double mean(Bet bet, Forecast f, Law law, double lambda, boolean accepting) {
    double mean = 0;
    for (Ending e : law.endings()) {
      double chance = StrictMath.exp((e.reward() - 1) / lambda);
      bet.place(f);
      bet.settle(e.label(), accepting ? 1 : chance);
      double factor = StrictMath.exp(bet.logFactor(law.u()));
      mean += e.probability() * (accepting ? 1 - chance + chance * factor : factor);
    }
    return mean;
  }
}

package dev.ccl.theory;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.SmallAlgebra;

/**
 * Looks for the parameters at which a bound is tightest: from random starts it moves (w, v, θ, ϑ)
 * in random directions as long as the ratio of the two sides grows, and halves the steps when it
 * does not. What it finds is a lower bound of the worst ratio.
 */
public final class Adversary {
  private final int starts;
  private final int moves;

  private Adversary(int starts, int moves) {
    this.starts = starts;
    this.moves = moves;
  }

  /**
   * Returns an adversary.
   *
   * @param starts the number of random starts
   * @param moves the number of moves that are tried from each
   * @return the adversary
   */
  public static Adversary of(int starts, int moves) {
    return new Adversary(starts, moves);
  }

  /**
   * Searches.
   *
   * @param part a check with bounds
   * @param specimen an instance to which it applies
   * @param subject the implementation under test
   * @param seed the root of the starts and moves
   * @return the findings at the tightest place
   */
  public Findings search(Part part, Specimen specimen, Subject subject, long seed) {
    RandomStream stream = RandomStreams.of(seed).open(Purpose.TRIAL, 1);
    Findings tightest = null;
    for (int start = 0; start < starts; start++) {
      Case at = Case.random(specimen, subject, stream.nextLong()).withoutSampling();
      Findings found = climb(part, at, part.check().evaluate(at), stream);
      if (tightest == null || !found.hold() || found.tightness() > tightest.tightness()) {
        tightest = found;
      }
      if (!tightest.hold()) {
        return tightest;
      }
    }
    return tightest;
  }

  /**
   * Climbs from one case.
   *
   * @param part a check with bounds
   * @param start where to begin, for exact comparisons only
   * @param found what the claim finds there
   * @param stream the source of the moves
   * @return the findings at the tightest place, or at the first that fails
   */
  public Findings climb(Part part, Case start, Findings found, RandomStream stream) {
    double bound = start.specimen().naive().bound();
    Case at = start;
    Findings tightest = found;
    double step = bound;
    for (int move = 0; move < moves && tightest.hold(); move++) {
      Case next = moved(at, step, stream);
      Findings there = part.check().evaluate(next);
      boolean fails = !there.hold() && there.statements() > 0;
      if (fails || there.tightness() > tightest.tightness()) {
        at = next;
        tightest = there;
      } else {
        step = Math.max(0.8 * step, 1e-4 * bound);
      }
    }
    return tightest;
  }

  private static Case moved(Case at, double step, RandomStream stream) {
    return Case.of(
            at.specimen(),
            at.subject(),
            moved(at.w(), step, stream),
            moved(at.v(), step, stream),
            moved(at.theta(), step, stream),
            moved(at.vartheta(), step, stream),
            at.seed())
        .withoutSampling();
  }

  private static double[] moved(double[] x, double step, RandomStream stream) {
    double[] direction = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      direction[i] = 2 * stream.nextDouble() - 1;
    }
    return SmallAlgebra.plus(x, step, direction);
  }
}

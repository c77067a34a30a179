package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Part;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;

/** Where the second candidate comes from (line:br-exploration). */
public interface Exploration extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @return the workspace
   */
  InRun start(Run run);

  /** The second candidates of one run. */
  interface InRun {
    /**
     * Draws a second candidate.
     *
     * @param t the round
     * @param update the update within the round
     * @param theta θ<sub>t</sub>; read
     * @param out overwritten with ϑ<sub>2</sub>, in Θ
     * @return whether there is one; if not, ϑ<sub>1</sub> is taken without validation
     */
    boolean draw(long t, long update, double[] theta, double[] out);

    /**
     * Returns how many student rollouts the last draw took, for the ledger.
     *
     * @return answers drawn to judge the candidate; none where it is not judged before validation
     */
    default long rollouts() {
      return 0;
    }
  }

  /** The explorations of this library. */
  enum Choice implements Exploration {
    /** A second candidate is drawn uniformly and both are validated. */
    ON {
      @Override
      public InRun start(Run run) {
        ConvexSet students = run.problem().student().set(); // Θ
        Draws draws = run.draws();
        return (t, update, theta, out) -> {
          students.draw(draws.open(Purpose.EXPLORATION, t, update), out);
          return true;
        };
      }
    },
    /** The gradient step is taken without validation. */
    OFF {
      @Override
      public InRun start(Run run) {
        return (t, update, theta, out) -> false;
      }
    },
    /** A second candidate is validated only where it passes a cheap test before. */
    SCREENED {
      @Override
      public InRun start(Run run) {
        return new ScreenedExploration(run);
      }
    };

    @Override
    public String toString() {
      return Part.word(this);
    }
  }
}

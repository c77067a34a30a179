package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Longs;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;
import java.util.Optional;

/** How many rollouts a batch has (eq:br-budgets). It remembers nothing. */
public interface Budget extends Part {
  /**
   * Says how large the batch of a round is.
   *
   * @param t the round, counted from the first one that distils
   * @param out made a number of rollouts, or exact
   */
  void at(long t, Rollouts out);

  /**
   * Tells whether some batch is exact, so that whole trees are needed.
   *
   * @return whether {@link #at} may make a batch exact
   */
  default boolean isExact() {
    return false;
  }

  /**
   * Returns a budget that is the same in every round.
   *
   * @param rollouts the number of rollouts, at least 1
   * @return the budget
   */
  static Budget of(long rollouts) {
    return new Fixed(Rollouts.of(rollouts).number());
  }

  /**
   * Returns the budgets that may be written where the paper has a given one.
   *
   * @param paper {@link Choice#PAPER_GRADIENT} or {@link Choice#PAPER_VALIDATION}
   * @return that one as {@code paper}, {@code exact}, {@code slow} and whole numbers
   */
  static ImmutableList<Budget> beside(Budget paper) {
    return ImmutableList.of(paper, Choice.EXACT, Choice.SLOW, new Fixed(1));
  }

  /** The budgets of this library that have a name. */
  enum Choice implements Budget {
    /** The paper's gradient batch, b = t + 2 rollouts (eq:br-budgets). */
    PAPER_GRADIENT {
      @Override
      public void at(long t, Rollouts out) {
        out.set(t + 2);
      }
    },
    /** The paper's validation batch, q = (t + 2)² rollouts (eq:br-budgets). */
    PAPER_VALIDATION {
      @Override
      public void at(long t, Rollouts out) {
        out.set(t + 2 < 1L << 31 ? (t + 2) * (t + 2) : Long.MAX_VALUE); // the last is refused
      }
    },
    /** No rollouts: the expectation itself, by sweeps over the whole forest. */
    EXACT {
      @Override
      public void at(long t, Rollouts out) {
        out.setExact();
      }

      @Override
      public boolean isExact() {
        return true;
      }
    },
    /** Rollouts that grow slowly: ⌈28 (t + 1)^(1/4)⌉, which is 280 in round 10⁴. */
    SLOW {
      @Override
      public void at(long t, Rollouts out) {
        out.set((long) Math.ceil(28 * Math.sqrt(Math.sqrt(t + 1.0))));
      }
    };

    @Override
    public String toString() {
      return this == PAPER_GRADIENT || this == PAPER_VALIDATION ? "paper" : Part.word(this);
    }
  }

  /**
   * The same number of rollouts in every round.
   *
   * @param rollouts the number
   */
  record Fixed(long rollouts) implements Budget {
    @Override
    public void at(long t, Rollouts out) {
      out.set(rollouts);
    }

    @Override
    public String form() {
      return "a whole number from 1 to 10^15";
    }

    @Override
    public Optional<Part> read(String text) {
      Long number = Longs.tryParse(text);
      return number == null ? Optional.empty() : Optional.of(of(number));
    }

    @Override
    public String toString() {
      return Long.toString(rollouts);
    }
  }
}

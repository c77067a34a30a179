package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Longs;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Rollouts;
import java.util.Optional;

/** The budgets of this library. */
public final class Budgets {
  /** The paper's gradient batch, b = t + 2 rollouts (eq:br-budgets). */
  public static final Budget PAPER_GRADIENT = new Paper(1);

  /** The paper's validation batch, q = (t + 2)² rollouts (eq:br-budgets). */
  public static final Budget PAPER_VALIDATION = new Paper(2);

  /** No rollouts: the expectation itself, by sweeps over the whole forest. */
  public static final Budget EXACT = new Exact();

  /** Rollouts that grow slowly: ⌈28 (t + 1)^(1/4)⌉, which is 280 in round 10⁴. */
  public static final Budget SLOW = new Slow();

  private Budgets() {}

  /**
   * Returns a budget that is the same in every round.
   *
   * @param rollouts the number of rollouts, at least 1
   * @return the budget
   */
  public static Budget of(long rollouts) {
    return new Fixed(Rollouts.of(rollouts).number());
  }

  /**
   * Returns the budgets that may be written where the paper has a given one.
   *
   * @param paper {@link #PAPER_GRADIENT} or {@link #PAPER_VALIDATION}
   * @return that one as {@code paper}, {@code exact}, {@code slow} and whole numbers
   */
  public static ImmutableList<Budget> beside(Budget paper) {
    return ImmutableList.of(paper, EXACT, SLOW, new Fixed(1));
  }

  /** (t + 2) to a power. */
  private record Paper(int power) implements Budget {
    @Override
    public void at(long t, Rollouts out) {
      out.set(power == 1 ? t + 2 : squared(t + 2));
    }

    private static long squared(long n) {
      return n < 1L << 31 ? n * n : Long.MAX_VALUE; // which is refused
    }

    @Override
    public String toString() {
      return "paper";
    }
  }

  private record Slow() implements Budget {
    @Override
    public void at(long t, Rollouts out) {
      out.set((long) Math.ceil(28 * Math.sqrt(Math.sqrt(t + 1.0))));
    }

    @Override
    public String toString() {
      return "slow";
    }
  }

  private record Exact() implements Budget {
    @Override
    public void at(long t, Rollouts out) {
      out.setExact();
    }

    @Override
    public boolean isExact() {
      return true;
    }

    @Override
    public String toString() {
      return "exact";
    }
  }

  private record Fixed(long rollouts) implements Budget {
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

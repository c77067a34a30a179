package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import java.math.BigInteger;
import java.util.Map;

/**
 * What a run has spent and decided so far. Rollouts are whole answers; 10⁷ rounds of the paper's
 * schedule need 7·10²⁰ of them, which is more than a long holds.
 *
 * @param sourceQueries source rewards asked for
 * @param acceptedTrials branches whose label was accepted; where acceptance is by expectation,
 *     every branch counts
 * @param gradientRollouts answers in gradient batches
 * @param validationRollouts answers in validation batches, both candidates together, and those by
 *     which second candidates were screened before
 * @param firstWins rounds in which candidate 1, the gradient step, was selected
 * @param secondWins rounds in which candidate 2, the uniform draw, was selected
 * @param largestCount the largest number of rollouts of one batch through one edge
 */
public record Ledger(
    long sourceQueries,
    long acceptedTrials,
    BigInteger gradientRollouts,
    BigInteger validationRollouts,
    long firstWins,
    long secondWins,
    long largestCount) {

  /** The ledger of a run that has not begun. */
  public static final Ledger EMPTY = new Ledger(0, 0, BigInteger.ZERO, BigInteger.ZERO, 0, 0, 0);

  /** {@return the entries by name; names with their values, in the order of the components} */
  public ImmutableMap<String, BigInteger> entries() {
    return ImmutableMap.<String, BigInteger>builder()
        .put("sourceQueries", BigInteger.valueOf(sourceQueries))
        .put("acceptedTrials", BigInteger.valueOf(acceptedTrials))
        .put("gradientRollouts", gradientRollouts)
        .put("validationRollouts", validationRollouts)
        .put("firstWins", BigInteger.valueOf(firstWins))
        .put("secondWins", BigInteger.valueOf(secondWins))
        .put("largestCount", BigInteger.valueOf(largestCount))
        .buildOrThrow();
  }

  /**
   * Returns the ledger with the given entries.
   *
   * @param entries names with their values, all those of {@link #entries()}
   * @return the ledger
   */
  public static Ledger of(Map<String, BigInteger> entries) {
    return new Ledger(
        entry(entries, "sourceQueries").longValueExact(),
        entry(entries, "acceptedTrials").longValueExact(),
        entry(entries, "gradientRollouts"),
        entry(entries, "validationRollouts"),
        entry(entries, "firstWins").longValueExact(),
        entry(entries, "secondWins").longValueExact(),
        entry(entries, "largestCount").longValueExact());
  }

  private static BigInteger entry(Map<String, BigInteger> entries, String name) {
    BigInteger value = entries.get(name);
    checkArgument(value != null && value.signum() >= 0, "ledger: %s is %s", name, value);
    return value;
  }
}

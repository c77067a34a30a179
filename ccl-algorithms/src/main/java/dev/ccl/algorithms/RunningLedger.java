package dev.ccl.algorithms;

import dev.ccl.algorithms.engine.Rollouts;
import java.math.BigInteger;

/** The ledger while it is being written: plain counters, wide where a long may overflow. */
public final class RunningLedger {
  private static final long UNIT = 1_000_000_000_000_000_000L; // carried from low to high

  private final long queriesBefore; // when the run was opened
  private long queries;
  private long accepted;
  private long firstWins;
  private long secondWins;
  private double largest;
  private final long[] gradient = new long[2]; // high, low
  private final long[] validation = new long[2];

  /**
   * Goes on counting.
   *
   * @param ledger what was counted before
   */
  public RunningLedger(Ledger ledger) {
    queriesBefore = ledger.sourceQueries();
    queries = queriesBefore;
    accepted = ledger.acceptedTrials();
    firstWins = ledger.firstWins();
    secondWins = ledger.secondWins();
    largest = ledger.largestCount();
    split(ledger.gradientRollouts(), gradient);
    split(ledger.validationRollouts(), validation);
  }

  /**
   * Takes over what the verifier of this run has counted since the run was opened.
   *
   * @param byVerifier the number of queries
   */
  public void queried(long byVerifier) {
    queries = queriesBefore + byVerifier;
  }

  /**
   * Counts a trial.
   *
   * @param used whether its label was accepted
   */
  public void accepted(boolean used) {
    accepted += used ? 1 : 0;
  }

  /**
   * Counts the rollouts of a gradient.
   *
   * @param batch the batch
   * @param largestCount the largest number of rollouts on an edge
   */
  public void gradientBatch(Rollouts batch, double largestCount) {
    spend(batch, 1, largestCount, gradient);
  }

  /**
   * Counts the rollouts that compared two candidates.
   *
   * @param batch the batch of each
   * @param largestCount the largest number of rollouts on an edge
   * @param selected 1 or 2
   */
  public void validated(Rollouts batch, double largestCount, int selected) {
    spend(batch, 2, largestCount, validation);
    firstWins += selected == 1 ? 1 : 0;
    secondWins += selected == 2 ? 1 : 0;
  }

  /**
   * Counts rollouts that decided whether a second candidate is validated.
   *
   * @param rollouts their number
   */
  public void screened(long rollouts) {
    add(rollouts, validation);
  }

  /**
   * Counts rollouts drawn one at a time.
   *
   * @param rollouts their number
   */
  public void walked(long rollouts) {
    add(rollouts, gradient);
    largest = Math.max(largest, 1);
  }

  private void spend(Rollouts batch, int times, double largestCount, long[] counter) {
    if (!batch.isExact()) {
      for (int i = 0; i < times; i++) {
        add(batch.number(), counter);
      }
      largest = Math.max(largest, largestCount);
    }
  }

  /** {@return the counts so far} */
  public Ledger snapshot() {
    return new Ledger(
        queries, accepted, join(gradient), join(validation), firstWins, secondWins, (long) largest);
  }

  private static void add(long amount, long[] counter) {
    counter[0] += amount / UNIT;
    counter[1] += amount % UNIT;
    if (counter[1] >= UNIT) {
      counter[1] -= UNIT;
      counter[0]++;
    }
  }

  private static void split(BigInteger value, long[] counter) {
    BigInteger[] parts = value.divideAndRemainder(BigInteger.valueOf(UNIT));
    counter[0] = parts[0].longValueExact();
    counter[1] = parts[1].longValueExact();
  }

  private static BigInteger join(long[] counter) {
    return BigInteger.valueOf(counter[0])
        .multiply(BigInteger.valueOf(UNIT))
        .add(BigInteger.valueOf(counter[1]));
  }
}

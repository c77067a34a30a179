package dev.ccl.algorithms;

import java.math.BigInteger;

/** The ledger while it is being written: plain counters, wide where a long may overflow. */
final class LedgerBook {
  private static final long UNIT = 1_000_000_000_000_000_000L; // carried from low to high

  private long queries;
  private long accepted;
  private long firstWins;
  private long secondWins;
  private double largest;
  private final long[] gradient = new long[2]; // high, low
  private final long[] validation = new long[2];

  LedgerBook(Ledger ledger) {
    queries = ledger.sourceQueries();
    accepted = ledger.acceptedTrials();
    firstWins = ledger.firstWins();
    secondWins = ledger.secondWins();
    largest = ledger.largestCount();
    split(ledger.gradientRollouts(), gradient);
    split(ledger.validationRollouts(), validation);
  }

  void queried(boolean used) {
    queries++;
    accepted += used ? 1 : 0;
  }

  void gradientBatch(long rollouts, double largestCount) {
    add(rollouts, gradient);
    largest = rollouts > 0 ? Math.max(largest, largestCount) : largest;
  }

  void validated(long rollouts, double largestCount, boolean first) {
    add(2 * rollouts, validation);
    largest = rollouts > 0 ? Math.max(largest, largestCount) : largest;
    firstWins += first ? 1 : 0;
    secondWins += first ? 0 : 1;
  }

  Ledger snapshot() {
    return new Ledger(
        queries, accepted, join(gradient), join(validation), firstWins, secondWins, (long) largest);
  }

  private static void add(long amount, long[] counter) {
    counter[1] += amount;
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

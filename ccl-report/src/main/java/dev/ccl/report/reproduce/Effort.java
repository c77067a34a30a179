package dev.ccl.report.reproduce;

/**
 * How much to run.
 *
 * @param name a word for it
 * @param literalRounds how far the paper's schedules are followed on the separation instance
 * @param practicalRounds how far the practical preset is followed
 * @param comparedRounds how far ablations and baselines are followed
 * @param seeds the replicates of each run
 * @param starts the random parameters of an instance at which a claim is evaluated; 0 for no claims
 * @param moves how long each is moved towards a tighter place; 0 for a few instances only
 */
public record Effort(
    String name,
    long literalRounds,
    long practicalRounds,
    long comparedRounds,
    int seeds,
    int starts,
    int moves) {
  /** Whether to say beforehand how long it takes. */
  boolean isLong() {
    return literalRounds > STANDARD.literalRounds;
  }

  /** About twenty seconds on two processors. */
  public static final Effort QUICK = new Effort("quick", 100_000, 10_000, 2_000, 8, 1, 0);

  /** About two minutes on two processors. */
  public static final Effort STANDARD =
      new Effort("standard", 1_000_000, 100_000, 10_000, 20, 2, 30);

  /** Some hours on two processors; {@link Estimate} says how many. */
  public static final Effort FULL =
      new Effort("full", 10_000_000, 1_000_000, 100_000, 200, 50, 300);
}

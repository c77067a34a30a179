package dev.ccl.cli.reproduce;

import com.google.common.base.Ascii;

/** How much to run. */
public enum Effort {
  /** About twenty seconds on two processors. */
  QUICK(100_000, 10_000, 2_000, 8, 1, 0),
  /** About two minutes on two processors. */
  STANDARD(1_000_000, 100_000, 10_000, 12, 2, 30),
  /** A night on two processors. */
  FULL(10_000_000, 1_000_000, 100_000, 200, 50, 300);

  private final long literalRounds;
  private final long practicalRounds;
  private final long comparedRounds;
  private final int seeds;
  private final int starts;
  private final int moves;

  Effort(
      long literalRounds,
      long practicalRounds,
      long comparedRounds,
      int seeds,
      int starts,
      int moves) {
    this.literalRounds = literalRounds;
    this.practicalRounds = practicalRounds;
    this.comparedRounds = comparedRounds;
    this.seeds = seeds;
    this.starts = starts;
    this.moves = moves;
  }

  /**
   * Returns how far the paper's schedules are followed.
   *
   * @return T of Algorithms 1 and 2
   */
  public long literalRounds() {
    return literalRounds;
  }

  /**
   * Returns how far the practical preset is followed.
   *
   * @return T of the preset
   */
  public long practicalRounds() {
    return practicalRounds;
  }

  /**
   * Returns how far the ablations and baselines are followed.
   *
   * @return T of the comparison
   */
  public long comparedRounds() {
    return comparedRounds;
  }

  /**
   * Returns the number of replicates.
   *
   * @return seeds of each run
   */
  public int seeds() {
    return seeds;
  }

  /**
   * Returns how hard to search for a counterexample to a claim.
   *
   * @return random parameters an instance
   */
  public int starts() {
    return starts;
  }

  /**
   * Returns how long to move each of them towards a tighter place.
   *
   * @return moves of an adversary; 0 to evaluate the claims on a few instances only
   */
  public int moves() {
    return moves;
  }

  /**
   * Returns the word for it.
   *
   * @return a word in lower case
   */
  public String word() {
    return Ascii.toLowerCase(name());
  }
}

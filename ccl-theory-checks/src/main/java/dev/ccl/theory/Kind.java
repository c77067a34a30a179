package dev.ccl.theory;

/** How a part of a claim is checked. */
public enum Kind {
  /** Both sides by finite sums; nothing is sampled. */
  EXACT("exact", Effort.NONE, "a formula of the implementation is not the paper's"),
  /** The claim asserts that a constant exists; a candidate computed for the instance is tried. */
  CONSISTENT_WITH("consistent", Effort.NONE, "the candidate constant is wrong, or a formula is"),
  /** The check draws data of its own; it fails by chance with a stated probability. */
  DRAWN("drawn", Effort.NONE, "a bound holds less often than it says"),
  /** Rounds are played and compared with their exact law or range. */
  LAW("law", Effort.ROUNDS, "a line of a round computes or draws something else"),
  /** Many independent runs of an algorithm, with a confidence bound. */
  RUN("run", Effort.RUNS, "a schedule is wrong, or rounds depend on each other");

  private final String text;
  private final Effort effort;
  private final String cause;

  Kind(String text, Effort effort, String cause) {
    this.text = text;
    this.effort = effort;
    this.cause = cause;
  }

  /** {@return the word for people} */
  public String text() {
    return text;
  }

  /** {@return the least effort at which such a check is made} */
  public Effort effort() {
    return effort;
  }

  /** {@return the likely cause of a failure} */
  String cause() {
    return cause;
  }
}

package dev.ccl.theory;

/** How a claim is checked. */
public enum Kind {
  /** Both sides by finite sums; nothing is sampled. */
  EXACT("exact"),
  /** Also the output of a sampler, against the exact law, with a stated false-alarm rate. */
  LAW("law"),
  /** Many independent runs of an algorithm, with a confidence bound. */
  RUN("run"),
  /** The claim asserts that a constant exists; a candidate computed for the instance is checked. */
  CONSISTENT_WITH("consistent with");

  private final String text;

  Kind(String text) {
    this.text = text;
  }

  /** {@return the words for people} */
  public String text() {
    return text;
  }
}

package dev.ccl.algorithms.baseline;

import com.google.common.base.Ascii;

/** What a sampled answer is good for. */
public enum PathObjective {
  /** Regularised direct matching, C<sub>SM</sub> of eq:sm-temp-cost: Algorithm 2. */
  DIRECT_MATCHING,
  /** KL(teacher ‖ student) on target prompts, token laws compared along teacher answers. */
  FORWARD_KL,
  /** Likelihood of a fixed list of teacher answers to target prompts. */
  SFT,
  /** KL(student ‖ teacher) of each token along student answers, whose own law is held fixed. */
  TOKEN_REVERSE_KL,
  /** Reward minus λ times the log-ratio to the reference, on source prompts alone. */
  SOURCE_REWARD,
  /** The same objective, estimated from reference answers by importance weights. */
  IMPORTANCE_WEIGHTED;

  boolean onSource() {
    return this == SOURCE_REWARD || this == IMPORTANCE_WEIGHTED;
  }

  @Override
  public String toString() {
    return Ascii.toLowerCase(name()).replace('_', '-');
  }
}

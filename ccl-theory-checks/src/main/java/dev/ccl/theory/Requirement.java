package dev.ccl.theory;

import dev.ccl.judge.Check;

/** What a claim assumes of an instance; without it the claim says nothing about that instance. */
public enum Requirement implements Check.Need<Case> {
  /** Rewards of all source and target answers are known. */
  REWARDS("all rewards are known"),
  /** Some w in W represents the Gibbs policy on source and target (ass:ced-truth). */
  REALIZABLE("some w in W represents the optimal policy"),
  /** The student is a linear softmax policy and Θ the ball of radius B, as in the paper. */
  STUDENTS_OF_THE_PAPER("students are the paper's: linear softmax on the ball of radius B"),
  /** μ<sub>joint</sub> &gt; 0 (ass:ced-identification), and γ does not underflow. */
  IDENTIFIED("source comparisons identify w*"),
  /** C<sub>w*</sub> has one minimiser (ass:ced-unique). */
  UNIQUE_ORACLE("the oracle student is unique"),
  /** d ≤ 2, so that volumes in Θ can be computed by quadrature. */
  LOW_DIMENSION("d is at most 2"),
  /** d = 1 and few target answers, so that the law of a whole student update can be computed. */
  TINY_TARGET("d = 1 and the target has few answers"),
  /** The instance is the one of sec:sm-temperature. */
  SEPARATION("the instance is the one of sec:sm-temperature");

  private final String text;

  Requirement(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean isMet(Case c) {
    return c.specimen().meets(this);
  }
}

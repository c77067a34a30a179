package dev.ccl.theory;

/** What a claim assumes of an instance; without it the claim says nothing about that instance. */
public enum Need {
  /** Rewards of all source and target answers are known. */
  REWARDS,
  /** Some w in W represents the Gibbs policy on source and target (ass:ced-truth). */
  REALIZABLE,
  /** μ<sub>joint</sub> &gt; 0 (ass:ced-identification), and γ does not underflow. */
  IDENTIFIED,
  /** C<sub>w*</sub> has one minimiser (ass:ced-unique). */
  UNIQUE_ORACLE,
  /** d ≤ 2, so that volumes in Θ can be computed by quadrature. */
  LOW_DIMENSION,
  /** d = 1 and few target answers, so that the law of a whole student update can be computed. */
  TINY_TARGET,
  /** The instance is the one of sec:sm-temperature. */
  SEPARATION
}

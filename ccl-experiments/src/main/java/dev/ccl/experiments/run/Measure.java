package dev.ccl.experiments.run;

import com.google.common.collect.ImmutableList;

/** What is measured of a calibration and a student; each is a column of a {@link RunTable}. */
public enum Measure {
  /** 𝒦(θ<sub>t</sub>). */
  ORACLE_KL("oracleKl", true),
  /** Δ(θ<sub>t</sub>). */
  EXCESS_COST("excessCost", true),
  /** ε<sub>t</sub>, which takes a global search for the minimum of C<sub>w_t</sub>. */
  OPTIMIZATION_ERROR("optimizationError", false),
  /** ‖w<sub>t</sub> − w*‖². */
  CALIBRATION_ERROR_SQUARED("calibrationErrorSquared", false),
  /** J(π<sub>stu,θ_t</sub>). */
  OBJECTIVE("objective", true),
  /** C<sub>w_t</sub>(θ<sub>t</sub>), which needs no reward. */
  COST("cost", false),
  /** An upper bound of Δ(θ<sub>t</sub>) that needs no target reward. */
  CERTIFIED_EXCESS("certifiedExcess", false),
  /** An upper bound of 𝒦(θ<sub>t</sub>) that needs no target reward. */
  CERTIFIED_ORACLE_KL("certifiedOracleKl", false),
  /** An e-value against Assumption 1. */
  MODEL_EVIDENCE("modelEvidence", false);

  /** The measures of every recorded round, in the order of their columns. */
  public static final ImmutableList<Measure> RECORDED =
      ImmutableList.of(ORACLE_KL, EXCESS_COST, CALIBRATION_ERROR_SQUARED, COST);

  /** The measures that a later evaluation adds, in the order of their columns. */
  public static final ImmutableList<Measure> EVALUATED =
      ImmutableList.of(OPTIMIZATION_ERROR, OBJECTIVE);

  /**
   * The measures of a certified run, in the order of their columns. What is not known of them is
   * infinite.
   */
  public static final ImmutableList<Measure> CERTIFIED =
      ImmutableList.of(CERTIFIED_EXCESS, CERTIFIED_ORACLE_KL, MODEL_EVIDENCE);

  private final String column;
  private final boolean needsTargetRewards;

  Measure(String column, boolean needsTargetRewards) {
    this.column = column;
    this.needsTargetRewards = needsTargetRewards;
  }

  /** Whether it is unknown where the rewards of target prompts are. */
  boolean needsTargetRewards() {
    return needsTargetRewards;
  }

  /** {@return the name of the column} */
  public String column() {
    return column;
  }
}

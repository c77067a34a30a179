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
  COST("cost", false);

  /** What is measured at every recorded round, in the order of the columns of {@code runs.csv}. */
  public static final ImmutableList<Measure> RECORDED =
      ImmutableList.of(ORACLE_KL, EXCESS_COST, CALIBRATION_ERROR_SQUARED, COST);

  /** What can be measured afterwards, in the order of the columns of {@code evaluation.csv}. */
  public static final ImmutableList<Measure> EVALUATED =
      ImmutableList.of(
          ORACLE_KL, EXCESS_COST, OPTIMIZATION_ERROR, CALIBRATION_ERROR_SQUARED, OBJECTIVE);

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

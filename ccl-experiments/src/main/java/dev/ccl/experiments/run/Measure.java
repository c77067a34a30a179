package dev.ccl.experiments.run;

/** What is measured at every recorded round, in the order of the columns of {@code runs.csv}. */
public enum Measure {
  /** 𝒦(θ<sub>t</sub>). */
  ORACLE_KL("oracleKl"),
  /** Δ(θ<sub>t</sub>). */
  EXCESS_COST("excessCost"),
  /** ‖w<sub>t</sub> − w*‖². */
  CALIBRATION_ERROR_SQUARED("calibrationErrorSquared"),
  /** C<sub>w_t</sub>(θ<sub>t</sub>), which needs no reward. */
  COST("cost");

  private final String column;

  Measure(String column) {
    this.column = column;
  }

  /**
   * Returns the name of the column.
   *
   * @return a name in camel case
   */
  public String column() {
    return column;
  }
}

package dev.ccl.certificates;

/**
 * The bound of 𝒦(θ): the oracle student is among the θ′ whose bracket of {@link ExcessBound} is
 * not negative, and KL(θ‖θ′) is convex in θ′ for linear students, so on a cube a vertex is worst
 * (claim E10).
 */
final class OracleBound implements BoxSearch.Bounded {
  private final ExcessBound bracket;
  private final TargetModel model;
  private final double[] flow; // d_θ(s) π_θ(e)
  private final double[] ownLogs;
  private final double[] point;
  private double upper;
  private double value;

  OracleBound(StudentGeometry geometry, ExcessBound bracket) {
    this.bracket = bracket;
    this.model = new TargetModel(geometry, 0);
    this.flow = new double[model.forest.edges()];
    this.ownLogs = new double[model.forest.edges()];
    this.point = new double[geometry.d];
  }

  /** Fixes the student; the bracket has been prepared for the same one. */
  void prepare(double[] theta) {
    model.walk(theta);
    for (int e = 0; e < flow.length; e++) {
      flow[e] = model.reach[model.forest.node(e)] * model.law[e];
      ownLogs[e] = model.log(e);
    }
  }

  private double divergence(double[] theta) {
    model.walk(theta);
    double sum = 0;
    for (int e = 0; e < flow.length; e++) {
      sum += flow[e] * (ownLogs[e] - model.log(e));
    }
    return Math.max(0, sum);
  }

  @Override
  public void look(double[] centre, double h) {
    bracket.look(centre, h);
    value = bracket.value() >= 0 ? divergence(centre) : Double.NEGATIVE_INFINITY;
    upper = Double.NEGATIVE_INFINITY;
    if (model.geometry.linear && h > 0 && bracket.upper() >= -1e-13) {
      for (int mask = 0; mask < 1 << point.length; mask++) {
        BoxSearch.corner(centre, h, mask, point);
        upper = Math.max(upper, divergence(point));
      }
    }
  }

  @Override
  public double upper() {
    return upper;
  }

  @Override
  public double value() {
    return value;
  }
}

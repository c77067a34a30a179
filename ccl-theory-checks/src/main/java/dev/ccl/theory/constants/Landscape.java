package dev.ccl.theory.constants;

import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * The true cost around the oracle student, along rays from θ† that are bent onto Θ where they leave
 * it. Radii are spaced evenly in their logarithm, so the neighbourhood of θ† is as dense as the
 * rest.
 */
public final class Landscape {
  private final int radii;
  private final List<List<Point>> rays;

  private Landscape(int radii, List<List<Point>> rays) {
    this.radii = radii;
    this.rays = rays;
  }

  /**
   * One parameter of the design.
   *
   * @param distance its distance from θ†
   * @param excess Δ(θ)
   * @param divergence 𝒦(θ)
   * @param slope dist(0, ∂Ψ(θ)), the length of the steepest feasible descent
   */
  public record Point(double distance, double excess, double divergence, double slope) {}

  /**
   * Returns the landscape of an instance, computed {@linkplain Subject#once once}.
   *
   * @param specimen a realizable instance
   * @param subject the code that evaluates costs
   * @return the landscape
   */
  public static Landscape of(Specimen specimen, Subject subject) {
    return subject.once(Landscape.class, () -> computed(specimen, subject));
  }

  private static Landscape computed(Specimen specimen, Subject subject) {
    int d = specimen.naive().studentDimension();
    double radius = specimen.naive().bound();
    double[] oracle = subject.oracle();
    double[] truth = specimen.truth().parameter();
    int radii = d == 1 ? 160 : 40;
    List<List<Point>> rays = new ArrayList<>();
    for (double[] direction : directions(d)) {
      List<Point> ray = new ArrayList<>();
      for (int k = 1; k <= radii; k++) {
        double r = 2 * radius * StrictMath.pow(10, -4.0 * (radii - k) / (radii - 1));
        double[] theta = SmallAlgebra.plus(oracle, r, direction);
        subject.projectStudent(theta);
        ray.add(point(subject, truth, oracle, theta, radius));
      }
      rays.add(ray);
    }
    return new Landscape(radii, rays);
  }

  private static Point point(
      Subject subject, double[] truth, double[] oracle, double[] theta, double radius) {
    double[] gradient = subject.gradient(truth, theta);
    double slope = SmallAlgebra.norm(gradient);
    double norm = SmallAlgebra.norm(theta);
    if (norm >= radius * (1 - 1e-12)) {
      double outward = SmallAlgebra.dot(gradient, theta) / norm;
      slope =
          outward < 0
              ? SmallAlgebra.norm(SmallAlgebra.plus(gradient, -outward / norm, theta))
              : slope;
    }
    return new Point(
        SmallAlgebra.distance(theta, oracle),
        subject.excessCost(theta),
        subject.oracleDivergence(theta),
        slope);
  }

  private static List<double[]> directions(int d) {
    List<double[]> out = new ArrayList<>();
    if (d == 1) {
      out.add(new double[] {1});
      out.add(new double[] {-1});
    } else if (d == 2) {
      for (int k = 0; k < 36; k++) {
        out.add(new double[] {StrictMath.cos(k * Math.PI / 18), StrictMath.sin(k * Math.PI / 18)});
      }
    } else {
      RandomStream stream = RandomStreams.of(1).open(Purpose.TRIAL, d);
      for (int k = 0; k < 100; k++) {
        double[] v = new double[d];
        BallSampler.sample(stream, 1, v);
        out.add(SmallAlgebra.plus(new double[d], 1 / SmallAlgebra.norm(v), v));
      }
    }
    return out;
  }

  /** {@return the rays} */
  public List<List<Point>> rays() {
    return rays;
  }

  /** {@return all points at which the excess cost stands out from rounding} */
  public List<Point> points() {
    List<Point> all = new ArrayList<>(rays.size() * radii);
    for (List<Point> ray : rays) {
      for (Point p : ray) {
        if (p.excess() > 1e-12 && p.divergence() > 1e-12) {
          all.add(p);
        }
      }
    }
    return all;
  }
}

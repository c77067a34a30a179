package dev.ccl.theory;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.SmallAlgebra;

/** Where in W and Θ a claim is evaluated; which point of such a place, a seed says. */
public enum Place {
  /** Anywhere: each of the four parameters inside or on the boundary. */
  ANYWHERE("anywhere"),
  /** w and θ are 0, v and ϑ anywhere. */
  ZERO("w and θ at 0"),
  /** All four as far out as they can be. */
  BOUNDARY("all on the boundary"),
  /** On axes, w opposite to v, θ opposite to ϑ, and w and θ of different signs. */
  POLES("at opposite poles"),
  /** v and ϑ so close to w and θ that differences are derivatives. */
  CLOSE("in pairs close together"),
  /** v = w and ϑ = θ. */
  EQUAL("in equal pairs");

  private static final double FAR = 1e9;
  private static final double NEAR = 1e-6;

  private final String text;

  Place(String text) {
    this.text = text;
  }

  /** {@return the words for people, a few words} */
  public String text() {
    return text;
  }

  /**
   * Returns a case at this place, for exact comparisons only.
   *
   * @param specimen the instance
   * @param subject the implementation under test
   * @param seed which point of the place
   * @return the case
   */
  public Case on(Specimen specimen, Subject subject, long seed) {
    Case any = Case.random(specimen, subject, seed).withoutSampling();
    double[] w = any.w();
    double[] theta = any.theta();
    RandomStream stream = RandomStreams.of(seed).open(Purpose.TRIAL, 2);
    return switch (this) {
      case ANYWHERE -> any;
      case ZERO ->
          at(any, seed, new double[w.length], any.v(), new double[theta.length], any.vartheta());
      case BOUNDARY -> at(any, seed, far(w), far(any.v()), far(theta), far(any.vartheta()));
      case POLES -> {
        double sign = stream.nextBoolean() ? 1 : -1; // of w; θ has the other one
        double[] one = axis(w.length, sign, stream);
        double[] other = axis(theta.length, -sign, stream);
        yield at(any, seed, one, negative(one), other, negative(other));
      }
      case CLOSE -> {
        double[] step = axis(w.length, 1, stream);
        double[] move = axis(theta.length, 1, stream);
        yield at(
            any,
            seed,
            w,
            SmallAlgebra.plus(w, NEAR / FAR, step),
            theta,
            SmallAlgebra.plus(theta, NEAR / FAR, move));
      }
      case EQUAL -> at(any, seed, w, w, theta, theta);
    };
  }

  private static Case at(
      Case any, long seed, double[] w, double[] v, double[] theta, double[] vartheta) {
    return Case.of(any.specimen(), any.subject(), w, v, theta, vartheta, seed).withoutSampling();
  }

  private static double[] far(double[] x) {
    double norm = SmallAlgebra.norm(x);
    return norm == 0 ? x : SmallAlgebra.plus(new double[x.length], FAR / norm, x);
  }

  private static double[] axis(int dimension, double sign, RandomStream stream) {
    double[] out = new double[dimension];
    out[stream.nextBelow(dimension)] = sign * FAR;
    return out;
  }

  private static double[] negative(double[] x) {
    return SmallAlgebra.plus(new double[x.length], -1, x);
  }
}

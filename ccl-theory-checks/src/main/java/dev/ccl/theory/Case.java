package dev.ccl.theory;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.SmallAlgebra;

/**
 * Where a claim is evaluated: an instance, the implementation under test, two calibrations, two
 * students and a seed for whatever is sampled.
 */
public final class Case {
  private final Specimen specimen;
  private final Subject subject;
  private final double[] w;
  private final double[] v;
  private final double[] theta;
  private final double[] vartheta;
  private final long seed;
  private final Effort effort;

  private Case(
      Specimen specimen,
      Subject subject,
      double[] w,
      double[] v,
      double[] theta,
      double[] vartheta,
      long seed,
      Effort effort) {
    this.specimen = specimen;
    this.subject = subject;
    this.w = w;
    this.v = v;
    this.theta = theta;
    this.vartheta = vartheta;
    this.seed = seed;
    this.effort = effort;
  }

  /**
   * Returns a case at the given parameters, projected onto W and Θ.
   *
   * @param specimen the instance
   * @param subject the implementation under test, on the same instance
   * @param w a calibration; read
   * @param v another; read
   * @param theta a student; read
   * @param vartheta another; read
   * @param seed the root of what is sampled
   * @return the case
   */
  public static Case of(
      Specimen specimen,
      Subject subject,
      double[] w,
      double[] v,
      double[] theta,
      double[] vartheta,
      long seed) {
    Case c =
        new Case(
            specimen,
            subject,
            w.clone(),
            v.clone(),
            specimen.naive().students().project(theta),
            specimen.naive().students().project(vartheta),
            seed,
            Effort.ROUNDS);
    specimen.instance().header().calibrationSet().project(c.w);
    specimen.instance().header().calibrationSet().project(c.v);
    return c;
  }

  /**
   * Returns a case at random parameters: half of them inside, half on the boundary of the balls.
   *
   * @param specimen the instance
   * @param subject the implementation under test
   * @param seed the root of what is drawn
   * @return the case
   */
  public static Case random(Specimen specimen, Subject subject, long seed) {
    RandomStream stream = RandomStreams.of(seed).open(Purpose.TRIAL, 0);
    int bigD = specimen.naive().calibrationDimension();
    int d = specimen.naive().studentDimension();
    double b = specimen.naive().bound();
    double radius = specimen.naive().students().set().radius();
    return of(
        specimen,
        subject,
        point(stream, bigD, b),
        point(stream, bigD, b),
        point(stream, d, radius),
        point(stream, d, radius),
        seed);
  }

  private static double[] point(RandomStream stream, int dimension, double radius) {
    double[] x = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      x[i] = 2 * stream.nextDouble() - 1;
    }
    double length = stream.nextBoolean() ? radius : radius * stream.nextDouble();
    double norm = Math.max(SmallAlgebra.norm(x), 1e-3);
    return SmallAlgebra.plus(new double[dimension], length / norm, x);
  }

  /**
   * Returns this case for another implementation.
   *
   * @param other an implementation on the same instance
   * @return the case
   */
  public Case with(Subject other) {
    return new Case(specimen, other, w, v, theta, vartheta, seed, effort);
  }

  /**
   * {@return this case with w and θ moved to the boundary, the student on the other side of 0 than
   * the teacher and w: their laws, and what is estimated from draws of them, differ most there}
   */
  public Case corner() {
    double side = specimen.naive().teacherParameter()[0] * theta[0] > 0 ? -1 : 1;
    double[] student = SmallAlgebra.plus(new double[theta.length], 1e9 * side, theta);
    double[] calibration =
        SmallAlgebra.plus(new double[w.length], w[0] * student[0] > 0 ? -1e9 : 1e9, w);
    return of(specimen, subject, calibration, v, student, vartheta, seed).with(effort);
  }

  /** {@return this case with θ = 0, where the student's draws are as uncertain as they can be} */
  public Case centre() {
    return new Case(specimen, subject, w, v, new double[theta.length], vartheta, seed, effort);
  }

  /** {@return this case for exact comparisons only: no round is played and nothing is drawn} */
  public Case withoutSampling() {
    return with(Effort.NONE);
  }

  /**
   * Returns this case for another effort.
   *
   * @param other how much may be sampled
   * @return the case
   */
  public Case with(Effort other) {
    return new Case(specimen, subject, w, v, theta, vartheta, seed, other);
  }

  /**
   * Tells whether samplers are to be compared with their laws.
   *
   * @return whether rounds are played
   */
  public boolean isSampling() {
    return effort != Effort.NONE;
  }

  /** {@return how much may be sampled, the effort} */
  public Effort effort() {
    return effort;
  }

  /** {@return the instance with what is known about it, the specimen} */
  public Specimen specimen() {
    return specimen;
  }

  /** {@return the implementation under test, the subject} */
  public Subject subject() {
    return subject;
  }

  /** {@return a calibration, w, a copy} */
  public double[] w() {
    return w.clone();
  }

  /** {@return another calibration, v, a copy} */
  public double[] v() {
    return v.clone();
  }

  /** {@return a student, θ, a copy} */
  public double[] theta() {
    return theta.clone();
  }

  /** {@return another student, ϑ, a copy} */
  public double[] vartheta() {
    return vartheta.clone();
  }

  /** {@return the root of whatever is sampled, the seed} */
  public long seed() {
    return seed;
  }

  /** {@return the streams of whatever is sampled} */
  public RandomStreams streams() {
    return RandomStreams.of(seed);
  }
}

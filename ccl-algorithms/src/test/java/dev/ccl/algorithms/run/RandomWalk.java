package dev.ccl.algorithms.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.Settings;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.math.BigInteger;

/**
 * A learner that learns nothing: w and θ walk at random, each step damped by a memory that is kept
 * among the extras. Every round depends on all of the state, so a run that loses any of it ends
 * elsewhere.
 */
final class RandomWalk implements Learner {
  static final Setting<Long> STRIDE = Setting.count("stride", 1, 1, "the length of a step");

  private final Settings settings;

  private RandomWalk(Settings settings) {
    this.settings = settings;
  }

  static RandomWalk of() {
    return new RandomWalk(Settings.of(ImmutableList.of(STRIDE)));
  }

  @Override
  public String name() {
    return "random-walk";
  }

  @Override
  public Settings settings() {
    return settings;
  }

  @Override
  public Learner with(Settings other) {
    return new RandomWalk(other);
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    return new LearnerState(
        seed,
        0,
        problem.calibration().initial(),
        problem.student().initial(),
        ImmutableMap.of("memory", ImmutableDoubleArray.of(1e-300)),
        Ledger.EMPTY);
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    return new NaiveCorrespondence(state, settings.get(STRIDE));
  }

  private static final class NaiveCorrespondence implements Session {
    private final long seed;
    private final long stride;
    private final double[] w;
    private final double[] theta;
    private long round;
    private double memory;
    private BigInteger spent;

    NaiveCorrespondence(LearnerState state, long stride) {
      this.seed = state.seed();
      this.stride = stride;
      this.round = state.round();
      this.w = state.calibration().toArray();
      this.theta = state.student().toArray();
      this.memory = state.extras().get("memory").get(0);
      this.spent = state.ledger().gradientRollouts();
    }

    @Override
    public long round() {
      return round;
    }

    @Override
    public void advance(long rounds) {
      for (long i = 0; i < rounds; i++) {
        double u = RandomStreams.of(seed).open(Purpose.TRIAL, round).nextDouble() - 0.5;
        memory = memory / 3 + u * stride;
        for (int k = 0; k < w.length; k++) {
          w[k] = (w[k] + memory * (k + 1)) / 7;
        }
        for (int k = 0; k < theta.length; k++) {
          theta[k] = theta[k] / 3 - memory * w[0];
        }
        spent = spent.multiply(BigInteger.TWO).add(BigInteger.valueOf(round));
        spent = spent.mod(BigInteger.ONE.shiftLeft(100));
        round++;
      }
    }

    @Override
    public void calibration(double[] out) {
      System.arraycopy(w, 0, out, 0, w.length);
    }

    @Override
    public void student(double[] out) {
      System.arraycopy(theta, 0, out, 0, theta.length);
    }

    @Override
    public LearnerState state() {
      return new LearnerState(
          seed,
          round,
          ImmutableDoubleArray.copyOf(w),
          ImmutableDoubleArray.copyOf(theta),
          ImmutableMap.of("memory", ImmutableDoubleArray.of(memory)),
          new Ledger(round, 0, spent, BigInteger.ZERO, 0, 0, 0));
    }

    @Override
    public void close() {}
  }
}

package dev.ccl.theory.naive;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import java.util.function.UnaryOperator;

/** A run of a plain algorithm, which knows one round as a function of the state. */
public final class PlainSession implements Session {
  private final UnaryOperator<LearnerState> round;
  private LearnerState state;

  private PlainSession(UnaryOperator<LearnerState> round, LearnerState state) {
    this.round = round;
    this.state = state;
  }

  /**
   * Returns a run.
   *
   * @param round one round
   * @param state where it begins
   * @return the session
   */
  public static PlainSession of(UnaryOperator<LearnerState> round, LearnerState state) {
    return new PlainSession(round, state);
  }

  @Override
  public long round() {
    return state.round();
  }

  @Override
  public void advance(long rounds) {
    for (long i = 0; i < rounds; i++) {
      state = round.apply(state);
    }
  }

  @Override
  public void calibration(double[] out) {
    System.arraycopy(state.calibration().toArray(), 0, out, 0, out.length);
  }

  @Override
  public void student(double[] out) {
    System.arraycopy(state.student().toArray(), 0, out, 0, out.length);
  }

  @Override
  public LearnerState state() {
    return state;
  }

  @Override
  public void close() {}
}

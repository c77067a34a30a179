package dev.ccl.theory.naive;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.PlainCcl;
import java.math.BigInteger;
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

  /**
   * Returns a run of Algorithm 1.
   *
   * @param plain the algorithm
   * @param state where it begins
   * @return the session
   */
  public static PlainSession of(PlainCcl plain, LearnerState state) {
    return of(before -> after(plain, before), state);
  }

  private static LearnerState after(PlainCcl plain, LearnerState before) {
    PlainCcl.Outcome round =
        plain.round(
            RandomStreams.of(before.seed()),
            before.round(),
            before.calibration().toArray(),
            before.student().toArray());
    Ledger ledger = before.ledger();
    Ledger spent =
        new Ledger(
            ledger.sourceQueries() + 1,
            ledger.acceptedTrials() + (round.source().accepted() ? 1 : 0),
            ledger.gradientRollouts().add(BigInteger.valueOf(round.gradientRollouts())),
            ledger.validationRollouts().add(BigInteger.valueOf(round.validationRollouts())),
            ledger.firstWins() + (round.winner() == 1 ? 1 : 0),
            ledger.secondWins() + (round.winner() == 2 ? 1 : 0),
            ledger.largestCount());
    return new LearnerState(
        before.seed(),
        before.round() + 1,
        round.source().calibration(),
        round.student(),
        ImmutableMap.of(),
        spent);
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

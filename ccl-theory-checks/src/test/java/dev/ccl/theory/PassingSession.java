package dev.ccl.theory;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;

/** Hands all on to another session; tests change some of it. */
public class PassingSession implements Session {
  protected final Session session;

  /** Hands on to a session. */
  public PassingSession(Session session) {
    this.session = session;
  }

  @Override
  public long round() {
    return session.round();
  }

  @Override
  public void advance(long rounds) {
    session.advance(rounds);
  }

  @Override
  public void calibration(double[] out) {
    session.calibration(out);
  }

  @Override
  public void student(double[] out) {
    session.student(out);
  }

  @Override
  public LearnerState state() {
    return session.state();
  }

  @Override
  public void close() {
    session.close();
  }
}

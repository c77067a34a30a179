package dev.ccl.certificates;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.RoundListener;
import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.problem.LearningProblem;
import java.util.function.Function;

/** A session with a certifier that hears its verified answers. */
final class CertifiedSession implements Session {
  /** The name of the extra with the certificates so far, each {@link #FIELDS} numbers. */
  private static final String RECORD = "certificate-record";

  private static final int FIELDS = 8;

  private final Session session;
  private final Certifier certifier;
  private final Certification certification;
  private final ImmutableDoubleArray.Builder record = ImmutableDoubleArray.builder();
  private boolean over;

  private CertifiedSession(Session session, Certifier certifier, Certification certification) {
    this.session = session;
    this.certifier = certifier;
    this.certification = certification;
  }

  /**
   * Opens a session.
   *
   * @param extras those of the state where it goes on
   * @param open opens the session that is certified, with who hears of its verified answers
   */
  static CertifiedSession of(
      LearningProblem problem,
      Certification certification,
      ImmutableMap<String, ImmutableDoubleArray> extras,
      Function<RoundListener, Session> open) {
    Certifier certifier = Certifier.of(problem, certification.delta(), extras);
    certification.stop().requireFor(certifier.strength());
    CertifiedSession opened = new CertifiedSession(open.apply(certifier), certifier, certification);
    opened.record.addAll(extras.getOrDefault(RECORD, ImmutableDoubleArray.of()));
    opened.over =
        certificates(extras).stream().anyMatch(known -> opened.endsWith(known.certificate()));
    return opened;
  }

  private boolean endsWith(Certificate certificate) {
    return certification.stop().allows(certificate, certification.delta());
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
  public StateCounts stateCounts() {
    return session.stateCounts();
  }

  /** Bounds the student, and decides whether the run is over. */
  @Override
  public void record() {
    session.record();
    double[] theta = new double[certifier.students()];
    session.student(theta);
    Certificate c = certifier.certify(theta);
    record.add(session.round()).add(c.excess()).add(c.fromSet()).add(c.cap()).add(c.oracleKl());
    record.add(c.strength().ordinal()).add(c.modelEvidence()).add(c.set());
    over = over || endsWith(c);
  }

  @Override
  public boolean isOver() {
    return over || session.isOver();
  }

  @Override
  public LearnerState state() {
    LearnerState state = session.state();
    ImmutableMap.Builder<String, ImmutableDoubleArray> extras = ImmutableMap.builder();
    extras.putAll(state.extras()).putAll(certifier.memory()).put(RECORD, record.build());
    if (over && !state.isOver()) {
      extras.put(LearnerState.OVER, ImmutableDoubleArray.of(1));
    }
    return new LearnerState(
        state.seed(),
        state.round(),
        state.calibration(),
        state.student(),
        extras.buildOrThrow(),
        state.ledger());
  }

  @Override
  public void close() {
    session.close();
  }

  static ImmutableList<Certified.AtRound> certificates(LearnerState state) {
    return certificates(state.extras());
  }

  private static ImmutableList<Certified.AtRound> certificates(
      ImmutableMap<String, ImmutableDoubleArray> extras) {
    ImmutableDoubleArray all = extras.getOrDefault(RECORD, ImmutableDoubleArray.of());
    ImmutableList.Builder<Certified.AtRound> certificates = ImmutableList.builder();
    for (int i = 0; i < all.length(); i += FIELDS) {
      certificates.add(
          new Certified.AtRound(
              (long) all.get(i),
              new Certificate(
                  all.get(i + 1),
                  all.get(i + 2),
                  all.get(i + 3),
                  all.get(i + 4),
                  Strength.values()[(int) all.get(i + 5)],
                  all.get(i + 6),
                  all.get(i + 7))));
    }
    return certificates.build();
  }
}

package dev.ccl.certificates;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.core.problem.LearningProblem;

/**
 * A learner whose runs bound their student without target rewards. Its rounds are those of the
 * learner, to the bit; a run hears of every verified answer, makes a certificate when a round is
 * recorded, and is over when a certificate meets the stop rule.
 *
 * <p>The bounds need three things of a round, and Algorithm 1 grants them whatever its parts are:
 * prefix and tokens are chosen before the label is drawn; the label has the reference's odds; the
 * answer is completed by the reference. So every law of comparisons is allowed.
 */
public final class Certified implements Learner {
  private final Ccl learner;
  private final Certification certification;

  private Certified(Ccl learner, Certification certification) {
    this.learner = learner;
    this.certification = certification;
  }

  /**
   * Adds certificates to a learner.
   *
   * @param learner a learner that compares answers as Algorithm 1 does
   * @param certification δ and the stop rule
   * @return the learner with certificates; the learner itself where they are off
   * @throws IllegalArgumentException if there is nothing to certify
   */
  public static Learner of(Learner learner, Certification certification) {
    if (!certification.isOn()) {
      return learner;
    }
    checkArgument(
        learner instanceof Ccl,
        "%s does not compare answers as Algorithm 1 does, so there is nothing to certify",
        learner.name());
    checkArgument(
        learner.settings().get(CclSettings.CALIBRATE_EVERY) > 0,
        "calibrate-every=0 asks for no rewards, so there is nothing to certify");
    return new Certified((Ccl) learner, certification);
  }

  /**
   * The certificate of a recorded round.
   *
   * @param round how many rounds were completed
   * @param certificate what was said about the student then
   */
  public record AtRound(long round, Certificate certificate) {}

  /**
   * Returns the certificates of a run.
   *
   * @param state a state of it
   * @return one per recorded round; empty if nothing was certified
   */
  public static ImmutableList<AtRound> certificates(LearnerState state) {
    return CertifiedSession.certificates(state);
  }

  @Override
  public String name() {
    return learner.name();
  }

  @Override
  public Settings settings() {
    return learner.settings();
  }

  @Override
  public Learner with(Settings settings) {
    return of(learner.with(settings), certification);
  }

  @Override
  public ImmutableList<String> warnings(LearningProblem problem) {
    return learner.warnings(problem);
  }

  @Override
  public LearnerState initial(LearningProblem problem, long seed) {
    try (Session run = start(problem, seed, 1)) {
      return run.state();
    }
  }

  @Override
  public Session start(LearningProblem problem, long seed, int threads) {
    return CertifiedSession.of(
        problem,
        certification,
        ImmutableMap.of(),
        listener -> learner.start(problem, seed, threads, listener));
  }

  @Override
  public Session open(LearningProblem problem, LearnerState state, int threads) {
    return CertifiedSession.of(
        problem,
        certification,
        state.extras(),
        listener -> learner.open(problem, state, threads, listener));
  }
}

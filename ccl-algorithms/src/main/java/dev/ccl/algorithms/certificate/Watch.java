package dev.ccl.algorithms.certificate;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.core.problem.LearningProblem;

/**
 * A certifier beside a run of Algorithm 1. It draws each round's comparison once more from the
 * run's own streams, so it sees what the learner saw, changes nothing and needs nothing from the
 * learner but its student.
 */
public final class Watch {
  private final Certifier certifier;
  private final SourceReplay replay;
  private final long last; // the first round that no longer calibrates
  private final long every; // rounds from one calibration to the next
  private final boolean always; // whether equal tokens are asked about
  private final double[] theta;

  private Watch(
      LearningProblem problem, long seed, double delta, long last, long every, boolean always) {
    this.certifier = Certifier.of(problem, delta);
    this.replay = new SourceReplay(problem, seed);
    this.last = last;
    this.every = every;
    this.always = always;
    this.theta = new double[problem.student().set().dimension()];
  }

  /**
   * Starts to watch a run from its first round on.
   *
   * @param problem the problem, with an exact verifier
   * @param learner a configuration of Algorithm 1 that asks for rewards as the paper does
   * @param seed the root seed of the run
   * @param delta δ
   * @return the watch
   * @throws IllegalArgumentException if the learner's comparisons are not those of Algorithm 1
   */
  public static Watch of(LearningProblem problem, Learner learner, long seed, double delta) {
    ImmutableMap<String, String> settings = ImmutableMap.copyOf(learner.settings().texts());
    checkArgument(
        problem.exactRewards(), "a run with a noisy verifier cannot be watched from outside");
    checkArgument(
        "student".equals(settings.get("alternatives"))
            && !"frozen".equals(settings.get("calibration")),
        "%s asks for no rewards, or not as Algorithm 1 does, so there is nothing to certify",
        learner.name());
    long stage = Long.parseLong(settings.getOrDefault("first-stage", "0"));
    return new Watch(
        problem,
        seed,
        delta,
        stage == 0 ? Long.MAX_VALUE : stage,
        Long.parseLong(settings.getOrDefault("calibrate-every", "1")),
        !"informative".equals(settings.get("queries")));
  }

  /**
   * Does rounds of a session one by one and watches each.
   *
   * @param session a session whose earlier rounds have all been watched
   * @param rounds how many
   */
  public void advance(Session session, long rounds) {
    for (long i = 0; i < rounds; i++) {
      long t = session.round();
      if (t < last && t % every == 0) {
        session.student(theta);
        replay.draw(t, theta);
        if (always || replay.first != replay.second) {
          replay.tell(certifier);
        }
      }
      session.advance(1);
    }
  }

  /**
   * Bounds the current student of a session.
   *
   * @param session the session that was watched
   * @return the certificate
   */
  public Certificate certify(Session session) {
    session.student(theta);
    return certifier.certify(theta);
  }

  /**
   * Returns the certifier.
   *
   * @return the certifier with all that has been seen
   */
  public Certifier certifier() {
    return certifier;
  }
}

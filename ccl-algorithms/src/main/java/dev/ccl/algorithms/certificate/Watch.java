package dev.ccl.algorithms.certificate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.RoundListener;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.problem.LearningProblem;
import java.util.Map;

/**
 * A certifier beside a run of Algorithm 1: it hears of every comparison with its reward while the
 * round is made, bounds the student at the recorded rounds and says when the run may end.
 *
 * <p>The bounds need three things of a round, and Algorithm 1 grants them whatever its parts are:
 * prefix and tokens are chosen before the label is drawn; the label has the reference's odds; the
 * answer is completed by the reference. So every law of comparisons is allowed.
 */
public final class Watch implements RoundListener {
  private static final String PREFIX = "certificate-";
  private static final String KEPT = PREFIX + "kept";
  private static final int FIELDS = 8;

  private final Certifier certifier;
  private final double delta;
  private final StopRule stop;
  private final ImmutableDoubleArray.Builder kept = ImmutableDoubleArray.builder();
  private boolean over;

  private Watch(Certifier certifier, double delta, StopRule stop) {
    this.certifier = certifier;
    this.delta = delta;
    this.stop = stop;
  }

  /**
   * A certificate of a run.
   *
   * @param round how many rounds were completed
   * @param certificate what was said about the student then
   */
  public record Look(long round, Certificate certificate) {}

  /**
   * Watches a run.
   *
   * @param problem its problem
   * @param delta δ
   * @param stop when it may end
   * @param extras those of its state: what {@link #memory} returned is among them, or it is new
   * @return the watch
   * @throws IllegalArgumentException if the problem has no certificates, or none on which the rule
   *     may end a run; the message says why
   */
  public static Watch of(
      LearningProblem problem,
      double delta,
      StopRule stop,
      Map<String, ImmutableDoubleArray> extras) {
    Watch watch = new Watch(Certifier.of(problem, delta), delta, stop);
    stop.requireFor(watch.certifier.strength());
    ImmutableMap.Builder<String, ImmutableDoubleArray> own = ImmutableMap.builder();
    extras.forEach(
        (name, values) -> {
          if (name.startsWith(PREFIX) && !name.equals(KEPT)) {
            own.put(name.substring(PREFIX.length()), values);
          }
        });
    ImmutableMap<String, ImmutableDoubleArray> before = own.buildOrThrow();
    if (!before.isEmpty()) {
      watch.certifier.restore(before);
      watch.kept.addAll(extras.get(KEPT));
      watch.over = looks(extras).stream().anyMatch(look -> stop.allows(look.certificate(), delta));
    }
    return watch;
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    boolean informative = c.isInformative();
    certifier.observe(
        c.z(),
        informative ? s.edge(c.step(), c.first()) : 0,
        informative ? s.edge(c.step(), c.second()) : 0,
        c.labelProbability(),
        c.label(),
        s.leaf(),
        reward);
  }

  /**
   * Bounds the student, and decides whether the run is over.
   *
   * @param round how many rounds are completed
   * @param theta θ; read
   */
  public void look(long round, double[] theta) {
    Certificate c = certifier.certify(theta);
    kept.add(round).add(c.excess()).add(c.fromSet()).add(c.cap()).add(c.oracleKl());
    kept.add(c.strength().ordinal()).add(c.modelEvidence()).add(c.set());
    over = over || stop.allows(c, delta);
  }

  /** {@return the certifier; the certifier with all that it has heard} */
  public Certifier certifier() {
    return certifier;
  }

  /**
   * Tells whether a certificate was good enough.
   *
   * @return whether the run is over
   */
  public boolean isOver() {
    return over;
  }

  /** {@return what the next round depends on, and the certificates so far; arrays by name} */
  public ImmutableMap<String, ImmutableDoubleArray> memory() {
    ImmutableMap.Builder<String, ImmutableDoubleArray> all = ImmutableMap.builder();
    certifier.memory().forEach((name, values) -> all.put(PREFIX + name, values));
    all.put(KEPT, kept.build());
    return all.buildOrThrow();
  }

  /**
   * Returns the certificates of a run.
   *
   * @param extras those of its state
   * @return one per recorded round; empty if it was not watched
   */
  public static ImmutableList<Look> looks(Map<String, ImmutableDoubleArray> extras) {
    ImmutableDoubleArray all = extras.getOrDefault(KEPT, ImmutableDoubleArray.of());
    ImmutableList.Builder<Look> looks = ImmutableList.builder();
    for (int i = 0; i < all.length(); i += FIELDS) {
      looks.add(
          new Look(
              (long) all.get(i),
              new Certificate(
                  all.get(i + 1),
                  all.get(i + 2),
                  all.get(i + 3),
                  all.get(i + 4),
                  Certificate.Strength.values()[(int) all.get(i + 5)],
                  all.get(i + 6),
                  all.get(i + 7))));
    }
    return looks.build();
  }
}

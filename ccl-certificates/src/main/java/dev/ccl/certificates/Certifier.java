package dev.ccl.certificates;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.algorithms.ccl.RoundListener;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;

/**
 * Hears the verified comparisons of a run and bounds the excess cost Δ(θ) of any student, at any
 * time, from them alone: with probability 1 − δ the bounds of all rounds and all students hold at
 * once, if Assumption 1 does. The set around w* comes from labels ({@link LabelSet}) and, where the
 * verifier is exact, from the rewards of the answers seen ({@link SeenAnswers}).
 *
 * <p>Observing a round takes O(D²) operations and allocates nothing. A certifier belongs to one
 * thread. It draws no random number and changes no run.
 */
public final class Certifier implements RoundListener {
  /** Up to this number of student parameters a certificate is found by branch and bound. */
  public static final int CERTIFIED_DIMENSIONS = 4;

  /** The number of edge visits that one supremum may cost where it is found by branch and bound. */
  static final double VISITS = 1e9;

  private final LearningProblem problem;
  private final Memory memory;
  private final double lambda;
  private final double delta;
  private final LabelSet labels;
  private final ModelTest test;
  private final SeenAnswers answers; // null where rewards are noisy
  private final ExcessBound bound;
  private final OracleBound oracle;
  private final VariationBound cap;
  private final StudentSearch search;

  private Certifier(LearningProblem problem, double delta, Memory memory) {
    this.memory = memory;
    this.problem = problem;
    this.lambda = problem.lambda();
    this.delta = delta;
    this.labels = new LabelSet(problem, delta, memory);
    this.test = new ModelTest(problem, memory);
    this.answers = problem.exactRewards() ? new SeenAnswers(problem, memory) : null;
    StudentGeometry geometry = new StudentGeometry(problem);
    this.bound = new ExcessBound(problem, geometry);
    this.oracle = new OracleBound(geometry, bound);
    this.cap = VariationBound.cap(problem, geometry);
    this.search = StudentSearch.of(problem, VISITS);
  }

  /**
   * Starts with nothing heard.
   *
   * @param problem the problem, with whole forests and a linear calibration class
   * @param delta δ, in (0, 1)
   * @return a certifier that has seen nothing
   */
  public static Certifier of(LearningProblem problem, double delta) {
    return of(problem, delta, ImmutableMap.of());
  }

  /**
   * Goes on where a certifier was.
   *
   * @param problem its problem
   * @param delta its δ
   * @param extras what {@link #memory} returned, or the extras of a certified run's state
   * @return a certifier that has heard the same
   */
  public static Certifier of(
      LearningProblem problem, double delta, ImmutableMap<String, ImmutableDoubleArray> extras) {
    checkArgument(delta > 0 && delta < 1, "delta: %s is not in (0, 1)", delta);
    checkArgument(
        problem.isWhole(),
        "a certificate needs whole trees, and these forests grow where they are walked");
    checkArgument(
        problem.calibration().family() instanceof LinearFamily,
        "a certificate needs a linear calibration class: the set around w* is convex only there");
    return new Certifier(problem, delta, Memory.of(extras));
  }

  @Override
  public void verified(SourceCursor walk, Comparison c, double reward) {
    boolean informative = c.isInformative();
    observe(
        c.z(),
        informative ? walk.edge(c.step(), c.first()) : 0,
        informative ? walk.edge(c.step(), c.second()) : 0,
        c.labelProbability(),
        c.label(),
        walk.leaf(),
        reward);
  }

  /** {@return d, the number of the student's parameters} */
  int students() {
    return problem.student().set().dimension();
  }

  /**
   * Takes note of one round's comparison.
   *
   * @param z z<sub>t</sub>; read
   * @param first the edge of c<sub>1</sub> in the source forest
   * @param second the edge of c<sub>0</sub>; the same edge where nothing was compared
   * @param share ρ, the probability of the label 1
   * @param label Y
   * @param leaf the edge of the answer that was verified
   * @param reward R of that answer
   */
  public void observe(
      double[] z, int first, int second, double share, boolean label, int leaf, double reward) {
    if (first != second) {
      double chance = Elementary.exp((reward - 1) / lambda);
      labels.observe(z, first, second, share, label, chance);
      test.observe(z, first, second, share, label, chance);
    }
    if (answers != null) {
      answers.record(leaf, reward);
    }
  }

  /**
   * {@return the set around w*; an ellipsoid of its own; empty if no w agrees with what was seen}
   */
  public Ellipsoid set() {
    return set(labels.ellipsoid());
  }

  private Ellipsoid set(Ellipsoid fromLabels) {
    if (answers == null) {
      return fromLabels;
    }
    Ellipsoid set = fromLabels;
    if (set.isEmpty()) { // what rests on exact rewards does not need the labels
      set = Ellipsoid.ball(set.dimension(), problem.calibration().set().radius());
    }
    answers.cut(set);
    return set;
  }

  /** An e-value: what exact rewards exclude is impossible, an empty set of labels has chance δ. */
  private double evidence(boolean noLabels, boolean nothing) {
    if (nothing) {
      return Double.POSITIVE_INFINITY;
    }
    double tested = Elementary.exp(test.logEvidence());
    return noLabels ? Math.max(tested, 1 / delta) : tested;
  }

  /**
   * Bounds a student.
   *
   * @param theta θ; read
   * @return the certificate
   */
  public Certificate certify(double[] theta) {
    checkArgument(
        problem.student().set().contains(theta), "the student is not in its parameter set");
    Ellipsoid fromLabels = labels.ellipsoid();
    boolean noLabels = fromLabels.isEmpty();
    Ellipsoid set = set(fromLabels);
    double evidence = evidence(noLabels, set.isEmpty());
    cap.prepare(theta);
    double withoutQuery = Math.min(cap.largest(), search.supremum(cap, 0.05, 1e-3, 0));
    double fromSet = Double.POSITIVE_INFINITY;
    double divergence = Double.POSITIVE_INFINITY;
    if (!set.isEmpty()) {
      bound.prepare(set, theta);
      fromSet = lambda * search.supremum(bound, 0.02, 1e-10, 0);
      oracle.prepare(theta);
      divergence = search.supremum(oracle, 0.05, 1e-9, 0);
    }
    return new Certificate(
        Math.min(fromSet, withoutQuery),
        fromSet,
        withoutQuery,
        divergence,
        strength(),
        evidence,
        logVolume(set));
  }

  /**
   * Returns how suprema over students are found here.
   *
   * @return certified up to {@link #CERTIFIED_DIMENSIONS} parameters of a linear student
   */
  public Strength strength() {
    return search.strength();
  }

  private static double logVolume(Ellipsoid set) {
    double[] l = set.factor();
    double sum = 0;
    for (int i = 0; i < set.dimension(); i++) {
      sum += Elementary.log(l[i * set.dimension() + i]);
    }
    return sum;
  }

  /**
   * {@return what of the exact rewards seen so far no w explains; the root mean square, in units of
   * the reward; rounding if Assumption 1 holds, NaN where rewards are noisy}
   */
  public double residual() {
    if (answers == null) {
      return Double.NaN;
    }
    RewardRegression regression = RewardRegression.of(problem);
    answers.tell(regression);
    regression.solve(problem.calibration().initial().toArray());
    return regression.residual();
  }

  /** {@return what it has heard: arrays by name, which begin with {@code certificate-}} */
  ImmutableMap<String, ImmutableDoubleArray> memory() {
    return memory.snapshot();
  }
}

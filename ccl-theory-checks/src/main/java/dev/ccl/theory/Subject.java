package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.TargetSweep;
import dev.ccl.certificates.Bet;
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certifier;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GibbsLaw;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The implementation under test: one method for each formula of the paper, which asks the library.
 * Claims see the library only through it. A liar is a subclass in which one answer is wrong; an
 * implementation of one's own overrides its methods.
 */
public class Subject {
  private final Instance instance;
  private final GroundTruth truth;
  private final boolean studentsOfThePaper;
  private final Map<Class<?>, Object> known = new HashMap<>();

  /**
   * Makes the library's own answers about an instance.
   *
   * @param instance the instance
   */
  public Subject(Instance instance) {
    this.instance = instance;
    this.truth = GroundTruth.of(instance);
    this.studentsOfThePaper = true;
  }

  /**
   * Makes the library's own answers about an instance whose students are of another class.
   *
   * @param instance the instance; all rewards are known
   * @param students the class
   */
  public Subject(Instance instance, Students students) {
    this.instance = instance;
    this.truth =
        GroundTruth.of(
            instance.problem().withStudent(students.on(instance)),
            (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer));
    this.studentsOfThePaper = false;
  }

  /** Whether the enumerator may use the paper's class in place of the family's per-state code. */
  final boolean hasStudentsOfThePaper() {
    return studentsOfThePaper;
  }

  /** {@return the instance} */
  public final Instance instance() {
    return instance;
  }

  /**
   * Computes once what depends on no parameters, so that all claims and all moves of a search share
   * it. As a specimen, a subject belongs to one thread.
   *
   * @param <T> the type of what is computed
   * @param type its class, under which it is kept
   * @param how computes it from this subject
   * @return what the first call computed
   */
  public final <T> T once(Class<T> type, Supplier<T> how) {
    T value = type.cast(known.get(type));
    if (value == null) {
      value = how.get();
      known.put(type, value);
    }
    return value;
  }

  /** {@return what a learner may see} */
  public final LearningProblem problem() {
    return truth.problem();
  }

  /** {@return the rewards of the instance and what follows from them} */
  public final GroundTruth truth() {
    return truth;
  }

  // Section 3: feasible answers, the policies on them, the sets of their parameters

  /**
   * Returns the prompts of a side.
   *
   * @param side which
   * @return the dataset with its forest
   */
  public Dataset dataset(Side side) {
    return side == Side.SOURCE ? problem().source().dataset() : problem().target().dataset();
  }

  /**
   * Returns the legal tokens at a state (def:ced-feasible-trajectories).
   *
   * @param prompt x
   * @param prefix a<sub>1:h-1</sub>, legal tokens
   * @return 𝓑(s)
   */
  public ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
    State state = problem().mdp().start(prompt);
    for (int h = 0; h < prefix.length(); h++) {
      state = problem().mdp().append(state, prefix.get(h));
    }
    return state.legal();
  }

  /**
   * Returns the feasible answers.
   *
   * @param prompt x
   * @return 𝒜(x)
   */
  public List<ImmutableIntArray> answers(Prompt prompt) {
    return problem().mdp().answers(prompt);
  }

  /**
   * Returns the student's law (eq:ced-softmax).
   *
   * @param side where
   * @param theta θ; read
   * @return π<sub>stu,θ</sub>
   */
  public EdgeLaw student(Side side, double[] theta) {
    return (side == Side.SOURCE ? problem().source().student() : problem().target().student())
        .law(theta);
  }

  /**
   * Returns the calibrated teacher's law (eq:ced-softmax).
   *
   * @param side where
   * @param w w; read
   * @return π<sub>w</sub>
   */
  public EdgeLaw calibrated(Side side, double[] w) {
    return (side == Side.SOURCE
            ? problem().source().calibration()
            : problem().target().calibration())
        .law(w);
  }

  /**
   * Returns the reference's law.
   *
   * @param side where
   * @return π<sub>pre</sub>
   */
  public EdgeLaw reference(Side side) {
    return side == Side.SOURCE ? problem().source().reference() : problem().target().reference();
  }

  /**
   * Returns the average full-answer KL on the target.
   *
   * @param student the law in the first place
   * @param other the law in the second place
   * @return (1/m) Σ<sub>j</sub> KL(student ‖ other)
   */
  public double divergence(EdgeLaw student, EdgeLaw other) {
    return Sweeps.averageDivergence(problem().target().dataset(), student, other);
  }

  /**
   * Projects onto W.
   *
   * @param w a point; overwritten
   */
  public void projectCalibration(double[] w) {
    problem().calibration().set().project(w);
  }

  /**
   * Projects onto Θ.
   *
   * @param theta a point; overwritten
   */
  public void projectStudent(double[] theta) {
    problem().student().set().project(theta);
  }

  /**
   * Draws the exploring candidate (line:br-exploration).
   *
   * @param stream the source of randomness
   * @param theta overwritten with a point of Θ
   */
  public void explore(RandomStream stream, double[] theta) {
    problem().student().set().draw(stream, theta);
  }

  /**
   * Asks for a reward as a learner can.
   *
   * @param prompt any prompt
   * @param answer an answer
   * @return its reward
   * @throws IllegalArgumentException if the prompt is not a source prompt
   */
  public double query(Prompt prompt, ImmutableIntArray answer) {
    return problem().newVerifier().query(prompt, answer);
  }

  // What follows from the rewards: the Gibbs policy, labels, the oracle student

  /**
   * Returns log M of every edge (eq:ced-suffix-moment).
   *
   * @param side where
   * @return one number per edge
   */
  public double[] logMoments(Side side) {
    GibbsLaw gibbs = gibbsLaw(side);
    double[] log = new double[dataset(side).forest().edges()];
    for (int e = 0; e < log.length; e++) {
      log[e] = gibbs.logMoment(e);
    }
    return log;
  }

  /**
   * Returns log Z<sub>λ</sub>(x) of every root (lem:ced-gibbs).
   *
   * @param side where
   * @return one number a root
   */
  public double[] logNormalizers(Side side) {
    return dataset(side).forest().prompts().stream()
        .mapToDouble(truth().logNormalizers()::get)
        .toArray();
  }

  /**
   * Returns the Gibbs policy (eq:ced-gibbs).
   *
   * @param side where
   * @return π*<sub>λ</sub>
   */
  public EdgeLaw gibbs(Side side) {
    return gibbsLaw(side).law();
  }

  /**
   * Returns J<sub>λ,m</sub>(π) (eq:ced-return).
   *
   * @param law π on the target
   * @return the regularised return
   */
  public double value(EdgeLaw law) {
    return truth().objective(law);
  }

  /**
   * Returns P(Y = y, I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-joint-label-acceptance).
   *
   * @param e1 the edge of the teacher's token on the source forest
   * @param e0 the edge of the alternative at the same node
   * @param y the branch, 1 or 0
   * @return the joint probability
   */
  public double accepted(int e1, int e0, int y) {
    CalibrationLaw law = CalibrationLaw.of(truth());
    return y == 1 ? law.acceptedOne(e1, e0) : law.acceptedZero(e1, e0);
  }

  /**
   * Returns P(I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-acceptance).
   *
   * @param e1 the edge of the teacher's token on the source forest
   * @param e0 the edge of the alternative at the same node
   * @return the probability of acceptance
   */
  public double acceptance(int e1, int e0) {
    return CalibrationLaw.of(truth()).acceptance(e1, e0);
  }

  /**
   * Returns E[‖g<sub>t</sub>‖² | 𝓕<sub>t</sub>].
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return the second moment of the calibration gradient
   */
  public double expectedSquare(double[] w, double[] theta) {
    return CalibrationLaw.of(truth()).secondMoment(w, theta);
  }

  /**
   * Returns ε(θ) (eq:ced-errors).
   *
   * @param w the calibration; read
   * @param theta θ; read
   * @return C<sub>w</sub>(θ) above its least value
   */
  public double optimizationError(double[] w, double[] theta) {
    return truth().optimizationError(w, theta);
  }

  /**
   * Returns E[g<sub>t</sub> | 𝓕<sub>t</sub>], the mean of eq:ced-source-conditional-mean over the
   * comparisons.
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return a fresh vector
   */
  public double[] expectedStep(double[] w, double[] theta) {
    return CalibrationLaw.of(truth()).expectedStep(w, theta);
  }

  /** {@return w*<sub>λ</sub> (ass:ced-truth)} */
  public double[] truthParameter() {
    return Realizability.of(truth()).wStar().toArray();
  }

  /** {@return the oracle student, θ†} */
  public double[] oracle() {
    return truth().oracle().point().toArray();
  }

  /**
   * Returns Δ(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the excess true cost
   */
  public double excessCost(double[] theta) {
    return truth().excessCost(theta);
  }

  /**
   * Returns 𝒦(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the average KL to the oracle student
   */
  public double oracleDivergence(double[] theta) {
    return truth().oracleDivergence(theta);
  }

  private GibbsLaw gibbsLaw(Side side) {
    return side == Side.SOURCE ? truth().source() : truth().target();
  }

  // Costs, their derivatives and the constants

  /** {@return G<sub>joint</sub> (eq:ced-gram), row-major} */
  public double[] information() {
    return SourceInformation.of(problem()).joint();
  }

  /**
   * Returns G<sub>h</sub> (eq:ced-gram).
   *
   * @param h the position, from 1
   * @return row-major
   */
  public double[] information(int h) {
    return SourceInformation.of(problem()).atStep(h);
  }

  /**
   * Returns the Fisher information of the student's answers on the target.
   *
   * @param theta θ; read
   * @return E SSᵀ, row-major
   */
  public double[] fisherInformation(double[] theta) {
    return Scores.of(problem().target().student(), theta)
        .fisherInformation(problem().target().dataset().rootWeights());
  }

  /** {@return the constants of the paper, γ, L<sub>st</sub>, α<sub>stu</sub>, M<sub>opt</sub>} */
  public PaperConstants constants() {
    return PaperConstants.of(problem());
  }

  /**
   * Returns Z(θ; x, a) of the answer behind a leaf edge (lem:ced-z).
   *
   * @param w w; read
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return λ log(π<sub>stu,θ</sub>/π<sub>w</sub>)
   */
  public double logRatioCost(double[] w, double[] theta, int leaf) {
    return problem().lambda()
        * (student(Side.TARGET, theta).logPath(leaf) - calibrated(Side.TARGET, w).logPath(leaf));
  }

  /**
   * Returns C<sub>w</sub>(θ) (eq:ced-cost).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the cost
   */
  public double cost(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).value(theta);
  }

  /**
   * Returns the least cost that a student can have (eq:ced-errors).
   *
   * @param w w; read
   * @return min<sub>θ</sub> C<sub>w</sub>(θ)
   */
  public double leastCost(double[] w) {
    return GlobalMinimizer.minimize(
            LogRatioCost.calibrated(problem(), w), problem().student().set())
        .cost();
  }

  /**
   * Returns ∇C<sub>w</sub>(θ) (eq:ced-cost-gradient).
   *
   * @param w w; read
   * @param theta θ; read
   * @return a fresh vector
   */
  public double[] gradient(double[] w, double[] theta) {
    double[] gradient = new double[theta.length];
    LogRatioCost.calibrated(problem(), w).gradient(theta, gradient);
    return gradient;
  }

  /**
   * Returns ∇²C<sub>w</sub>(θ) (eq:ced-hessian-expression).
   *
   * @param w w; read
   * @param theta θ; read
   * @return row-major
   */
  public double[] hessian(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).hessian(theta);
  }

  /**
   * Returns the score of the answer behind a leaf edge.
   *
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return S<sub>stu,θ</sub>
   */
  public double[] score(double[] theta, int leaf) {
    double[] score = new double[theta.length];
    Scores.of(problem().target().student(), theta).path(leaf, score);
    return score;
  }

  /**
   * Returns ∇S of the answer behind a leaf edge (eq:ced-hessian-expression).
   *
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return ∇S<sub>stu,θ</sub>, row-major
   */
  public double[] scoreDerivative(double[] theta, int leaf) {
    return Scores.of(problem().target().student(), theta).hessian(leaf);
  }

  /**
   * Returns E‖S·Z − ∇C‖² of one rollout (eq:ced-student-variance with b = 1).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the variance
   */
  public double sampleVariance(double[] w, double[] theta) {
    return LogRatioCost.calibrated(problem(), w).sampleVariance(theta);
  }

  /**
   * Returns C<sub>SM</sub>(θ) (eq:sm-temp-cost).
   *
   * @param theta θ; read
   * @return the cost of direct matching
   */
  public double matchingCost(double[] theta) {
    return LogRatioCost.directMatching(problem()).value(theta);
  }

  /**
   * Returns ∇C<sub>SM</sub>(θ).
   *
   * @param theta θ; read
   * @return a fresh vector
   */
  public double[] matchingGradient(double[] theta) {
    double[] gradient = new double[theta.length];
    LogRatioCost.directMatching(problem()).gradient(theta, gradient);
    return gradient;
  }

  /** {@return the minimiser of C<sub>SM</sub> over Θ, θ*<sub>SM</sub>} */
  public double[] matchingMinimizer() {
    return GlobalMinimizer.minimize(
            LogRatioCost.directMatching(problem()), problem().student().set())
        .point()
        .toArray();
  }

  // Algorithms 1 and 2, and what they draw

  /**
   * Opens a run of Algorithm 1 (alg:ced).
   *
   * @param state where it begins
   * @return the run; close it
   */
  public Session open(LearnerState state) {
    return Ccl.paper().open(problem(), state, 1);
  }

  /**
   * Opens a run of Algorithm 2 (alg:sm-temperature).
   *
   * @param state where it begins
   * @return the run; close it
   */
  public Session openMatching(LearnerState state) {
    return DirectMatching.learner().open(problem(), state, 1);
  }

  /** {@return μ<sub>SM</sub> (eq:sm-temp-cross-term), the constant in the step of Algorithm 2} */
  public double monotonicity() {
    return DirectMatching.monotonicity(problem());
  }

  /**
   * {@return G<sub>SM</sub> (eq:sm-temp-second-moment); the bound of direct matching's gradient in
   * mean square}
   */
  public double matchingGradientBound() {
    return DirectMatching.gradientBound(problem());
  }

  /**
   * Opens a run of the configuration of Algorithm 1 that is recommended in practice.
   *
   * @param seed its seed
   * @return the run; close it
   */
  public Session openPractical(long seed) {
    Ccl practical = Ccl.practical();
    return practical.open(problem(), practical.initial(problem(), seed), 1);
  }

  /**
   * Draws ĝ (line:br-student-gradient).
   *
   * @param w w<sub>t+1</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @param batch b
   * @param seed the root of the draw
   * @return a fresh vector, the mean of S·Z over b rollouts
   */
  public double[] estimate(double[] w, double[] theta, long batch, long seed) {
    double[] out = new double[theta.length];
    try (TargetSweep sweep = TargetSweep.of(problem(), RandomStreams.of(seed), Sampler.COUNTS, 1)) {
      sweep.calibrate(w);
      sweep.gradient(theta, Rollouts.of(batch), Credit.ANSWER, out);
    }
    return out;
  }

  // Beyond the paper: evidence about w*, and bounds without target rewards

  /**
   * One verified comparison.
   *
   * @param z φ(c<sub>1</sub>) − φ(c<sub>0</sub>)
   * @param first the edge of c<sub>1</sub>
   * @param second the edge of c<sub>0</sub>
   * @param share ρ
   * @param label Y
   * @param leaf the edge of the verified answer
   * @param reward its reward
   */
  public record Observation(
      ImmutableDoubleArray z,
      int first,
      int second,
      double share,
      boolean label,
      int leaf,
      double reward) {}

  /**
   * Returns a bet.
   *
   * @param kind which
   * @return a workspace
   */
  public Bet bet(Bet.Kind kind) {
    return Bet.of(kind, problem().lambda());
  }

  /**
   * Returns a certifier.
   *
   * @param delta δ
   * @param exact whether it may rely on rewards themselves, or on labels alone
   * @return one that has seen nothing
   */
  public Certifier certifier(double delta, boolean exact) {
    RewardOracle unreliable = RewardOracle.noisy((prompt, answer) -> 0); // nobody asks it
    return Certifier.of(exact ? problem() : problem().withSourceRewards(unreliable), delta);
  }

  /**
   * Tells a certifier of a comparison.
   *
   * @param certifier who is told
   * @param seen what was seen
   */
  public void observe(Certifier certifier, Observation seen) {
    certifier.observe(
        seen.z().toArray(),
        seen.first(),
        seen.second(),
        seen.share(),
        seen.label(),
        seen.leaf(),
        seen.reward());
  }

  /**
   * Bounds a student.
   *
   * @param certifier with what it has seen
   * @param theta θ; read
   * @return the certificate
   */
  public Certificate certify(Certifier certifier, double[] theta) {
    return certifier.certify(theta);
  }

  /** The equations that verified answers give (E12). */
  public interface Equations {
    /**
     * Takes note of a verified answer.
     *
     * @param leaf its edge in the source forest
     * @param reward its reward
     */
    void add(int leaf, double reward);

    /**
     * Solves them.
     *
     * @param w where to start; overwritten
     */
    void solve(double[] w);

    /**
     * Returns what the solution leaves.
     *
     * @return the root mean square of the residuals, in units of the reward
     */
    double residual();

    /**
     * Tells whether there is one solution.
     *
     * @return whether the equations have rank D
     */
    boolean determines();
  }

  /** {@return the equations of verified answers, none yet} */
  public Equations equations() {
    return equations(RewardRegression.of(problem()));
  }

  /**
   * Returns the equations as a regression has them.
   *
   * @param regression the regression
   * @return its equations
   */
  public static Equations equations(RewardRegression regression) {
    return new Equations() {
      @Override
      public void add(int leaf, double reward) {
        regression.add(leaf, reward);
      }

      @Override
      public void solve(double[] w) {
        regression.solve(w);
      }

      @Override
      public double residual() {
        return regression.residual();
      }

      @Override
      public boolean determines() {
        return regression.determines();
      }
    };
  }
}

package dev.ccl.theory;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.DirectMatching;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Stream;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GibbsLaw;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import java.util.List;

/**
 * The implementation under test: one method for each formula of the paper, which asks the library.
 * Claims see the library only through it. A liar is a subclass in which one answer is wrong; a user
 * who has another implementation overrides what is theirs.
 */
public class Subject {
  private final Instance instance;
  private final LearningProblem problem;
  private final GroundTruth truth;

  /**
   * Makes the library's own answers about an instance.
   *
   * @param instance the instance
   */
  public Subject(Instance instance) {
    this.instance = instance;
    this.truth = GroundTruth.of(instance);
    this.problem = truth.problem();
  }

  /** Which prompts. */
  public enum Side {
    /** 𝒟<sub>src</sub>. */
    SOURCE,
    /** 𝒟<sub>tar</sub>. */
    TARGET
  }

  /**
   * Returns the instance.
   *
   * @return the instance
   */
  public final Instance instance() {
    return instance;
  }

  /**
   * Returns what a learner may see.
   *
   * @return the learning problem
   */
  public final LearningProblem problem() {
    return problem;
  }

  /**
   * Returns the prompts of a side.
   *
   * @param side which
   * @return the dataset with its forest
   */
  public final Dataset dataset(Side side) {
    return side == Side.SOURCE ? problem.source() : problem.target();
  }

  /**
   * Returns the legal tokens at a state (def:ced-feasible-trajectories).
   *
   * @param prompt x
   * @param prefix a<sub>1:h-1</sub>, legal tokens
   * @return 𝓑(s)
   */
  public ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
    State state = problem.mdp().start(prompt);
    for (int h = 0; h < prefix.length(); h++) {
      state = problem.mdp().append(state, prefix.get(h));
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
    return problem.mdp().answers(prompt);
  }

  /**
   * Returns the student's law (eq:ced-softmax).
   *
   * @param side where
   * @param theta θ; read
   * @return π<sub>stu,θ</sub>
   */
  public EdgeLaw student(Side side, double[] theta) {
    return (side == Side.SOURCE ? problem.studentOnSource() : problem.studentOnTarget()).law(theta);
  }

  /**
   * Returns the calibrated teacher's law (eq:ced-softmax).
   *
   * @param side where
   * @param w w; read
   * @return π<sub>w</sub>
   */
  public EdgeLaw calibrated(Side side, double[] w) {
    return (side == Side.SOURCE ? problem.calibrationOnSource() : problem.calibrationOnTarget())
        .law(w);
  }

  /**
   * Returns the reference's law.
   *
   * @param side where
   * @return π<sub>pre</sub>
   */
  public EdgeLaw reference(Side side) {
    return side == Side.SOURCE ? problem.referenceOnSource() : problem.referenceOnTarget();
  }

  /**
   * Returns log M of every edge (eq:ced-suffix-moment).
   *
   * @param side where
   * @return one number an edge
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
    GibbsLaw gibbs = gibbsLaw(side);
    double[] log = new double[dataset(side).forest().prompts().size()];
    for (int r = 0; r < log.length; r++) {
      log[r] = gibbs.logNormalizer(r);
    }
    return log;
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
   * Returns the average full-answer KL on the target.
   *
   * @param student the law in the first place
   * @param other the law in the second place
   * @return (1/m) Σ<sub>j</sub> KL(student ‖ other)
   */
  public double divergence(EdgeLaw student, EdgeLaw other) {
    return Sweeps.averageDivergence(problem.target(), student, other);
  }

  /**
   * Returns J<sub>λ,m</sub>(π) (eq:ced-return).
   *
   * @param law π on the target
   * @return the regularised return
   */
  public double value(EdgeLaw law) {
    return truth.objective(law);
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
    CalibrationLaw law = CalibrationLaw.of(truth);
    return y == 1 ? law.acceptedOne(e1, e0) : law.acceptedZero(e1, e0);
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
    return CalibrationLaw.of(truth).expectedStep(w, theta);
  }

  /**
   * Returns w*<sub>λ</sub> (ass:ced-truth).
   *
   * @return the parameter that represents the Gibbs policy
   */
  public double[] truthParameter() {
    return Realizability.of(truth).wStar().toArray();
  }

  /**
   * Returns the oracle student.
   *
   * @return θ†
   */
  public double[] oracle() {
    return truth.oracle().point().toArray();
  }

  /**
   * Returns Δ(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the excess true cost
   */
  public double excessCost(double[] theta) {
    return truth.excessCost(theta);
  }

  /**
   * Returns 𝒦(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the average KL to the oracle student
   */
  public double oracleDivergence(double[] theta) {
    return truth.oracleDivergence(theta);
  }

  /**
   * Returns G<sub>joint</sub> (eq:ced-gram).
   *
   * @return row-major
   */
  public double[] information() {
    return SourceInformation.of(problem).joint();
  }

  /**
   * Returns the constants of the paper.
   *
   * @return γ, L<sub>st</sub>, α<sub>stu</sub>, M<sub>opt</sub>
   */
  public PaperConstants constants() {
    return PaperConstants.of(problem);
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
    return problem.lambda()
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
    return LogRatioCost.calibrated(problem, w).value(theta);
  }

  /**
   * Returns the least cost that a student can have (eq:ced-errors).
   *
   * @param w w; read
   * @return min<sub>θ</sub> C<sub>w</sub>(θ)
   */
  public double leastCost(double[] w) {
    return GlobalMinimizer.minimize(LogRatioCost.calibrated(problem, w), problem.student().set())
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
    LogRatioCost.calibrated(problem, w).gradient(theta, gradient);
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
    return LogRatioCost.calibrated(problem, w).hessian(theta);
  }

  /**
   * Returns the score of the answer behind a leaf edge.
   *
   * @param theta θ; read
   * @param leaf a leaf edge of the target forest
   * @return S<sub>stu,θ</sub>
   */
  public double[] score(double[] theta, int leaf) {
    EdgeModel model = problem.studentOnTarget();
    Forest forest = model.forest();
    EdgeLaw law = model.law(theta);
    double[] coefficients = new double[forest.edges()];
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      int s = forest.node(e);
      coefficients[e] += 1;
      for (int b = forest.firstEdge(s); b < forest.firstEdge(s + 1); b++) {
        coefficients[b] -= law.probability(b);
      }
    }
    double[] score = new double[theta.length];
    model.pullback(theta, coefficients, 0, forest.nodes(), score);
    return score;
  }

  /**
   * Returns E‖S·Z − ∇C‖² of one rollout (eq:ced-student-variance with b = 1).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the variance
   */
  public double sampleVariance(double[] w, double[] theta) {
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] gradient = new double[theta.length];
    cost.gradient(theta, gradient);
    double variance = cost.sampleSecondMoment(theta);
    for (double x : gradient) {
      variance -= x * x;
    }
    return variance;
  }

  /**
   * Returns C<sub>SM</sub>(θ) (eq:sm-temp-cost).
   *
   * @param theta θ; read
   * @return the cost of direct matching
   */
  public double matchingCost(double[] theta) {
    return LogRatioCost.directMatching(problem).value(theta);
  }

  /**
   * Returns ∇C<sub>SM</sub>(θ).
   *
   * @param theta θ; read
   * @return a fresh vector
   */
  public double[] matchingGradient(double[] theta) {
    double[] gradient = new double[theta.length];
    LogRatioCost.directMatching(problem).gradient(theta, gradient);
    return gradient;
  }

  /**
   * Returns the minimiser of C<sub>SM</sub> over Θ.
   *
   * @return θ*<sub>SM</sub>
   */
  public double[] matchingMinimizer() {
    return GlobalMinimizer.minimize(LogRatioCost.directMatching(problem), problem.student().set())
        .point()
        .toArray();
  }

  /**
   * Projects onto W.
   *
   * @param w a point; overwritten
   */
  public void projectCalibration(double[] w) {
    problem.calibration().set().project(w);
  }

  /**
   * Projects onto Θ.
   *
   * @param theta a point; overwritten
   */
  public void projectStudent(double[] theta) {
    problem.student().set().project(theta);
  }

  /**
   * Draws the exploring candidate (line:br-exploration).
   *
   * @param stream the source of randomness
   * @param theta overwritten with a point of Θ
   */
  public void explore(Stream stream, double[] theta) {
    problem.student().set().draw(stream, theta);
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
    return problem.newVerifier().query(prompt, answer);
  }

  /**
   * Opens a run of Algorithm 1 (alg:ced).
   *
   * @param state where it begins
   * @return the run; close it
   */
  public Session open(LearnerState state) {
    return Ccl.paper().open(problem, state, 1);
  }

  /**
   * Opens a run of Algorithm 2 (alg:sm-temperature).
   *
   * @param state where it begins
   * @return the run; close it
   */
  public Session openMatching(LearnerState state) {
    return DirectMatching.learner().open(problem, state, 1);
  }

  /**
   * Opens a run of the configuration of Algorithm 1 that is recommended in practice.
   *
   * @param seed its seed
   * @return the run; close it
   */
  public Session openPractical(long seed) {
    Ccl practical = Ccl.practical();
    return practical.open(problem, practical.initial(problem, seed), 1);
  }

  /**
   * Does one round of Algorithm 1.
   *
   * @param state the state before it
   * @return the state after it
   */
  public final LearnerState round(LearnerState state) {
    try (Session session = open(state)) {
      session.advance(1);
      return session.state();
    }
  }

  /**
   * Does one step of Algorithm 2.
   *
   * @param state the state before it
   * @return the state after it
   */
  public final LearnerState matchingRound(LearnerState state) {
    try (Session session = openMatching(state)) {
      session.advance(1);
      return session.state();
    }
  }

  private GibbsLaw gibbsLaw(Side side) {
    return side == Side.SOURCE ? truth.source() : truth.target();
  }
}

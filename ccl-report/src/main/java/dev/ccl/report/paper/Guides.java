package dev.ccl.report.paper;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.run.Caveats;
import java.nio.file.Path;
import java.util.Optional;

/** What the paper says about an instance, as numbers and curves to lay over measurements. */
public final class Guides {
  private final Instance instance;
  private final Optional<Path> file;
  private final GroundTruth truth;
  private final LearningProblem problem;
  private final PaperConstants constants;
  private final Supplier<Realizability> realizability;
  private final Supplier<Double> directMatchingLimit;
  private final Supplier<Double> teacherExcess;

  private Guides(Instance instance, Optional<Path> file) {
    this.instance = instance;
    this.file = file;
    this.truth = GroundTruth.of(instance);
    this.problem = truth.problem();
    this.constants = PaperConstants.of(problem);
    this.realizability = Suppliers.memoize(() -> Realizability.of(truth));
    this.directMatchingLimit =
        Suppliers.memoize(
            () -> truth.oracleDivergence(minimum(LogRatioCost.directMatching(problem))));
    this.teacherExcess =
        Suppliers.memoize(
            () -> {
              double[] teacher = problem.calibration().initial().toArray();
              return truth.excessCost(minimum(LogRatioCost.calibrated(problem, teacher)));
            });
  }

  /**
   * Returns the guides of an instance.
   *
   * @param instance the instance
   * @return its guides
   */
  public static Guides of(Instance instance) {
    return new Guides(instance, Optional.empty());
  }

  /**
   * Returns the guides of an instance in a file.
   *
   * @param located the instance
   * @return its guides
   */
  public static Guides of(InstanceLocator.Located located) {
    return new Guides(located.instance(), Optional.of(located.file()));
  }

  /** {@return the file of the instance: where it was found, if it was read from a file} */
  public Optional<Path> file() {
    return file;
  }

  /** {@return the instance} */
  public Instance instance() {
    return instance;
  }

  /** {@return the instance with all its rewards, the truth} */
  public GroundTruth truth() {
    return truth;
  }

  /** {@return the paper's constants, γ and others} */
  public PaperConstants constants() {
    return constants;
  }

  /**
   * Tells whether the target rewards are known, without which there is no oracle student.
   *
   * @return whether {@link #oracle} and what depends on it exist
   */
  public boolean hasTruth() {
    return truth.unrewarded().isEmpty();
  }

  /** {@return the oracle student, θ†} */
  public Minimum oracle() {
    return truth.oracle();
  }

  /** {@return w* and how well it realises the Gibbs policy, the fit} */
  public Realizability realizability() {
    return realizability.get();
  }

  /**
   * Tells whether one w* in W gives the optimal policy, without which neither w* nor anything that
   * the paper says about it has a meaning.
   *
   * @return whether the instance is realizable
   */
  public boolean isRealizable() {
    Realizability fit = realizability();
    boolean inside = problem.calibration().set().contains(fit.wStar().toArray());
    return fit.residual() <= Caveats.REALIZABLE && (inside || !fit.isIdentified());
  }

  /**
   * Tells whether the source comparisons identify w*, without which γ = 0 and no bound is finite.
   *
   * @return whether μ<sub>joint</sub> is positive
   */
  public boolean isIdentified() {
    return constants.muJoint() > 0;
  }

  /**
   * Tells whether the paper's rate is promised.
   *
   * @return whether all assumptions of its theorem hold
   */
  public boolean hasRate() {
    return isRealizable() && isIdentified() && hasTruth() && oracle().isUnique();
  }

  /**
   * Returns the bound on E‖w<sub>t</sub> − w*‖² (eq:ced-source-mse).
   *
   * @param t a round, at least 1
   * @return 4/(γ²(t+2))
   */
  public double calibrationBound(double t) {
    return Elementary.exp(Elementary.log(4) - 2 * constants.logGamma() - Elementary.log(t + 2));
  }

  /**
   * {@return the Cramér–Rao bound for the branch design with alternatives from the oracle student;
   * the bound on E‖w<sub>T</sub> − w*‖² from T = 1 source reward; divide it by T}
   */
  public double cramerRaoBound() {
    EdgeLaw alternatives = problem.source().student().law(oracle().point().toArray());
    return CramerRao.of(truth, realizability().wStar().toArray(), alternatives).bound(1);
  }

  /**
   * Returns the first error term of the recursion (eq:ced-gradient-recursion).
   *
   * @param t a round, at least 1
   * @return 16 α<sub>stu</sub> λ² B² H³ / √(t+1)
   */
  public double gradientTerm(double t) {
    double lambdaB = problem.lambda() * problem.bound();
    return 16 * constants.studentStep() * lambdaB * lambdaB * cube() / Math.sqrt(t + 1);
  }

  /**
   * Returns the second error term of the recursion (eq:ced-gradient-recursion).
   *
   * @param t a round, at least 1
   * @return (16 α<sub>stu</sub> λ² B H³ + 8λH)/(γ √(t+2))
   */
  public double calibrationTerm(double t) {
    double lambda = problem.lambda();
    double numerator =
        16 * constants.studentStep() * lambda * lambda * problem.bound() * cube()
            + 8 * lambda * problem.horizon();
    return numerator * Elementary.exp(-constants.logGamma()) / Math.sqrt(t + 2);
  }

  /**
   * Returns the third error term of the recursion (eq:ced-gradient-recursion).
   *
   * @param t a round, at least 1
   * @return 16 λBH/(t+1)
   */
  public double validationTerm(double t) {
    return 16 * problem.lambda() * problem.bound() * problem.horizon() / (t + 1);
  }

  private double cube() {
    double h = problem.horizon();
    return h * h * h;
  }

  /**
   * {@return 𝒦 of the minimiser of C<sub>SM</sub> (eq:sm-temp-cost): where direct matching ends;
   * the average KL from that student to the oracle student}
   */
  public double directMatchingLimit() {
    return directMatchingLimit.get();
  }

  /**
   * {@return the excess cost of the student that is distilled from the teacher as it is; Δ of the
   * minimiser of the cost with the initial calibration}
   */
  public double teacherExcess() {
    return teacherExcess.get();
  }

  private double[] minimum(LogRatioCost cost) {
    return GlobalMinimizer.minimize(cost, problem.student().set()).point().toArray();
  }

  /**
   * Returns the answers that Algorithm 1 samples in the first rounds (eq:br-budgets).
   *
   * @param rounds T
   * @return Σ (b<sub>t</sub> + 2q<sub>t</sub>) over t = 1, …, T with b = t+1, q = (t+1)²
   */
  public static double rollouts(double rounds) {
    double n = rounds + 1; // Σ_{k=2}^{n} k + 2k²
    return n * (n + 1) / 2 - 1 + 2 * (n * (n + 1) * (2 * n + 1) / 6 - 1);
  }

  /**
   * Returns the work of as many rounds on edge counts: three batches, each of which visits an edge
   * of the target forest at most once.
   *
   * @param rounds T
   * @return visits of edges, at most
   */
  public double edgeVisits(double rounds) {
    return 3 * rounds * problem.target().forest().edges();
  }
}

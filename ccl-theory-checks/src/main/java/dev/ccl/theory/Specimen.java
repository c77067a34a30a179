package dev.ccl.theory;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.StudentUpdate;
import dev.ccl.testkit.naive.StudentUpdate.Selection;
import dev.ccl.testkit.naive.Truth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An instance together with what the naive side knows about it: which assumptions hold, w*, the
 * oracle student. Each is computed when first asked for.
 */
public final class Specimen {
  /** Instances with more (state, token) pairs than this are too large to enumerate. */
  public static final int LARGEST = 5000;

  private static final double REALIZABLE = 1e-8;

  private final Instance instance;
  private final Naive naive;
  private Truth truth;
  private Minimum oracle;
  private double gamma = Double.NaN;
  private final Map<ImmutableDoubleArray, Minimum> minima = new HashMap<>();
  private final Map<List<Object>, Selection> selections = new HashMap<>();

  private Specimen(Instance instance, Naive naive) {
    this.instance = instance;
    this.naive = naive;
  }

  /**
   * Returns the specimen of an instance.
   *
   * @param instance a small instance
   * @return the specimen
   * @throws IllegalArgumentException if the instance is larger than {@link #LARGEST}
   */
  public static Specimen of(Instance instance) {
    requireSmall(instance);
    return new Specimen(instance, Naive.of(instance));
  }

  /**
   * Returns the specimen of what a subject implements: its instance, with its class of students.
   *
   * @param subject the implementation under test
   * @return the specimen
   * @throws IllegalArgumentException if the instance is larger than {@link #LARGEST}
   */
  public static Specimen of(Subject subject) {
    Instance instance = subject.instance();
    requireSmall(instance);
    return new Specimen(
        instance,
        subject.hasStudentsOfThePaper()
            ? Naive.of(instance)
            : Naive.of(instance, new FamilyStudents(subject.problem())));
  }

  private static void requireSmall(Instance instance) {
    int pairs = instance.prompts().values().stream().mapToInt(PromptTable::edges).sum();
    checkArgument(
        pairs <= LARGEST,
        "%s: %s pairs of state and token are too many to enumerate; the claims are checked up to"
            + " %s",
        instance.header().name(),
        pairs,
        LARGEST);
  }

  /** {@return the instance} */
  public Instance instance() {
    return instance;
  }

  /** {@return the name of the instance} */
  public String name() {
    return instance.header().name();
  }

  /** {@return the instance, written out} */
  public Naive naive() {
    return naive;
  }

  /** {@return the target side} */
  public Costs costs() {
    return Costs.of(naive);
  }

  /** {@return the source side} */
  public SourceStep step() {
    return SourceStep.of(naive);
  }

  /**
   * {@return w*<sub>λ</sub> with its residual; the fit of the calibration class to the Gibbs
   * policy}
   */
  public Truth truth() {
    if (truth == null) {
      truth = Truth.of(naive);
    }
    return truth;
  }

  /** {@return the oracle student, the minimiser of C<sub>w*</sub>: θ† with its cost} */
  public Minimum oracle() {
    if (oracle == null) {
      oracle = minimum(truth().parameter());
    }
    return oracle;
  }

  /**
   * Returns the minimiser of C<sub>w</sub>.
   *
   * @param w a calibration; read
   * @return the least cost, with the students that have it
   */
  public Minimum minimum(double[] w) {
    return minima.computeIfAbsent(ImmutableDoubleArray.copyOf(w), key -> Minimum.of(naive, w));
  }

  /**
   * Returns the law of θ<sub>t+1</sub> given w<sub>t+1</sub> and θ<sub>t</sub>, for d = 1.
   *
   * @param w w<sub>t+1</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @param b the gradient batch; that of a validation is b²
   * @param bins how many bins of [−B, B] to tell apart
   * @param points quadrature points per bin
   * @return the law
   */
  public Selection selection(double[] w, double[] theta, int b, int bins, int points) {
    List<Object> key =
        List.of(
            ImmutableDoubleArray.copyOf(w), ImmutableDoubleArray.copyOf(theta), b, bins, points);
    return selections.computeIfAbsent(
        key, k -> StudentUpdate.of(naive, w, theta).law(b, b * b, bins, points));
  }

  /** {@return γ (eq:ced-gamma)} */
  public double gamma() {
    if (Double.isNaN(gamma)) {
      gamma = step().gamma();
    }
    return gamma;
  }

  /**
   * Tells whether an assumption holds here.
   *
   * @param need the assumption
   * @return whether it holds
   */
  public boolean meets(Requirement need) {
    return switch (need) {
      case REWARDS ->
          instance.source().stream().allMatch(this::hasRewards)
              && instance.target().stream().allMatch(this::hasRewards);
      case REALIZABLE ->
          meets(Requirement.REWARDS)
              && truth().residual() <= REALIZABLE
              && instance.header().calibrationSet().contains(truth().parameter());
      case IDENTIFIED -> gamma() > 1e-12 * Double.MIN_NORMAL && isIdentified();
      case STUDENTS_OF_THE_PAPER -> naive.students().isOfThePaper();
      case UNIQUE_ORACLE ->
          naive.students().isOfThePaper() && meets(Requirement.REALIZABLE) && oracle().isUnique();
      case LOW_DIMENSION -> naive.studentDimension() <= 2;
      case TINY_TARGET ->
          naive.students().isOfThePaper() && naive.studentDimension() == 1 && targetAnswers() <= 6;
      case SEPARATION -> naive.students().isOfThePaper() && isSeparation();
    };
  }

  private int targetAnswers() {
    return naive.target().stream().mapToInt(x -> naive.answers(x).size()).sum();
  }

  private boolean isIdentified() {
    double[] eigenvalues = SmallAlgebra.eigenvalues(step().information());
    return eigenvalues[0] > 1e-12 * eigenvalues[eigenvalues.length - 1];
  }

  private boolean hasRewards(String prompt) {
    return instance.prompts().get(prompt).hasRewards();
  }

  /** The shape of sec:sm-temperature: three verdicts, a forced EOS, B = (√d + 2)/λ. */
  private boolean isSeparation() {
    int d = naive.studentDimension();
    double b = (Math.sqrt(d) + 2) / naive.lambda();
    return instance.header().feasibility() == Feasibility.EXPLICIT
        && naive.horizon() == 2
        && instance.target().size() == 2 * d
        && Math.abs(naive.bound() - b) <= 1e-12 * b
        && instance.target().stream().allMatch(x -> naive.answers(x).size() == 3);
  }
}

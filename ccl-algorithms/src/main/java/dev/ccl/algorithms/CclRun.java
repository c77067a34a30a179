package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.CclSettings.Exploration;
import dev.ccl.algorithms.CclSettings.StudentStep;
import dev.ccl.algorithms.batch.GradientEstimate;
import dev.ccl.algorithms.batch.NaturalStep;
import dev.ccl.algorithms.batch.TargetSweep;
import dev.ccl.algorithms.calibration.Acceptance;
import dev.ccl.algorithms.calibration.Calibration;
import dev.ccl.algorithms.calibration.CalibrationStep;
import dev.ccl.algorithms.calibration.SourceBranch;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;

/** Algorithm 1, block by block; the comments name its lines. */
final class CclRun implements Session {
  private static final String ITERATE = "iterate";
  private static final String INFORMATION = "information";
  private static final String CONTROL = "control";
  private static final String BASELINE = "baseline";

  private final ConvexSet students; // Θ
  private final RandomStreams streams;
  private final LedgerBook ledger;
  private final boolean frozen;
  private final boolean controlled;
  private final long firstStage;
  private final long updates;
  private final Budget gradientBatch;
  private final Budget validationBatch;
  private final GradientEstimate estimate;
  private final boolean exploring;
  private final boolean natural;
  private final double alpha; // α_stu
  private final SourceBranch branch;
  private final Calibration calibration;
  private final TargetSweep target;
  private final NaturalStep naturalStep;
  private final Stream stream = Stream.of(0, 0, 0, 0);
  private final double[] w; // w_t
  private final double[] theta; // θ_t
  private final double[] gradient; // ĝ
  private final double[] first; // ϑ_1
  private final double[] second; // ϑ_2
  private final double[] costs = new double[2]; // Ĉ_1, Ĉ_2
  private double baseline; // mean cost of the previous gradient batch
  private long t;

  CclRun(LearningProblem problem, Settings settings, LearnerState state, int threads) {
    this.students = problem.student().set();
    this.streams = RandomStreams.of(state.seed());
    this.ledger = new LedgerBook(state.ledger());
    CalibrationStep step = settings.get(CclSettings.CALIBRATION);
    this.frozen = step == CalibrationStep.FROZEN;
    this.controlled = !frozen && settings.get(CclSettings.ACCEPTANCE) == Acceptance.CONTROLLED;
    this.firstStage = settings.get(CclSettings.FIRST_STAGE);
    this.updates = settings.get(CclSettings.UPDATES);
    this.gradientBatch = settings.get(CclSettings.GRADIENT_BATCH);
    this.validationBatch = settings.get(CclSettings.VALIDATION);
    this.estimate = settings.get(CclSettings.GRADIENT);
    this.exploring = settings.get(CclSettings.EXPLORATION) == Exploration.ON;
    this.natural = settings.get(CclSettings.STUDENT_STEP) == StudentStep.NATURAL;
    this.alpha = PaperConstants.of(problem, 0).studentStep();
    this.theta = state.student().toArray();
    int d = theta.length;
    this.gradient = new double[d];
    this.first = new double[d];
    this.second = new double[d];
    this.t = state.round();
    if (frozen) {
      this.branch = null;
      this.calibration = null;
      this.w = state.calibration().toArray();
    } else {
      this.branch =
          SourceBranch.of(
              problem,
              streams,
              settings.get(CclSettings.ACCEPTANCE),
              settings.get(CclSettings.ALTERNATIVES));
      this.calibration =
          Calibration.of(
              problem,
              step,
              settings.get(CclSettings.ACCEPTANCE),
              settings.get(CclSettings.AVERAGING),
              settings.get(CclSettings.ALTERNATIVES),
              state.calibration().toArray());
      this.w = calibration.current();
    }
    restore(state);
    this.target = TargetSweep.of(problem, streams, settings.get(CclSettings.SAMPLER), threads);
    this.naturalStep = NaturalStep.of(problem, target);
  }

  @Override
  public void advance(long rounds) {
    for (long i = 0; i < rounds; i++) {
      if (!frozen && (firstStage == 0 || t < firstStage)) {
        calibrate();
      }
      if (t >= firstStage) {
        target.calibrate(w);
        for (long update = 0; update < updates; update++) {
          distil(t - firstStage, update);
        }
      }
      t++;
    }
  }

  /** Token-level branching on source, and teacher calibration. */
  private void calibrate() {
    branch.draw(t, theta); // line:br-design … line:br-accept
    calibration.step(t, branch); // line:br-gradient, line:br-project
    ledger.queried(branch.weight() > 0);
  }

  /** Student gradient update, candidate evaluation and selection. */
  private void distil(long s, long update) {
    estimateGradient(s, update);
    propose();
    if (exploring) {
      explore(update);
      select(s, update);
    } else {
      Vectors.copy(first, theta);
    }
  }

  /** line:br-kl, line:br-student-gradient: b = t + 2 rollouts of θ_t, compared with w_{t+1}. */
  private void estimateGradient(long s, long update) {
    long b = gradientBatch.rollouts(s + 2);
    baseline = target.gradient(theta, b, estimate, baseline, t, update, gradient);
    ledger.gradientBatch(b, target.largestCount());
  }

  /** line:br-exploration, first candidate. */
  private void propose() {
    if (natural) {
      naturalStep.propose(theta, gradient, first);
    } else {
      for (int i = 0; i < theta.length; i++) {
        first[i] = theta[i] - alpha * gradient[i];
      }
      students.project(first);
    }
  }

  /** line:br-exploration, second candidate. */
  private void explore(long update) {
    streams.rekey(stream, Purpose.EXPLORATION, t, update);
    students.draw(stream, second);
  }

  /** line:br-evaluation, line:br-student: q = (t + 2)² rollouts each; ties go to the first. */
  private void select(long s, long update) {
    long q = validationBatch.rollouts((s + 2) * (s + 2));
    target.costs(first, second, q, t, update, costs);
    boolean firstWins = costs[0] <= costs[1];
    Vectors.copy(firstWins ? first : second, theta);
    ledger.validated(q, target.largestCount(), firstWins);
  }

  @Override
  public long round() {
    return t;
  }

  @Override
  public void calibration(double[] out) {
    Vectors.copy(w, out);
  }

  @Override
  public void student(double[] out) {
    Vectors.copy(theta, out);
  }

  @Override
  public LearnerState state() {
    ImmutableMap.Builder<String, ImmutableDoubleArray> extras = ImmutableMap.builder();
    if (calibration != null && calibration.iterate() != calibration.current()) {
      extras.put(ITERATE, ImmutableDoubleArray.copyOf(calibration.iterate()));
    }
    if (calibration != null && calibration.memory().length > 0) {
      extras.put(INFORMATION, ImmutableDoubleArray.copyOf(calibration.memory()));
    }
    if (controlled) {
      extras.put(CONTROL, ImmutableDoubleArray.copyOf(calibration.control()));
    }
    if (estimate == GradientEstimate.BASELINE) {
      extras.put(BASELINE, ImmutableDoubleArray.of(baseline));
    }
    return new LearnerState(
        streams.rootSeed(),
        t,
        ImmutableDoubleArray.copyOf(w),
        ImmutableDoubleArray.copyOf(theta),
        extras.buildOrThrow(),
        ledger.snapshot());
  }

  private void restore(LearnerState state) {
    restore(state, ITERATE, calibration == null ? new double[0] : calibration.iterate());
    restore(state, INFORMATION, calibration == null ? new double[0] : calibration.memory());
    restore(state, CONTROL, calibration == null ? new double[0] : calibration.control());
    double[] scalar = new double[1];
    restore(state, BASELINE, scalar);
    baseline = scalar[0];
  }

  private static void restore(LearnerState state, String name, double[] into) {
    ImmutableDoubleArray values = state.extras().get(name);
    if (values != null) {
      checkArgument(
          values.length() == into.length,
          "state: %s has %s numbers, not %s",
          name,
          values.length(),
          into.length);
      Vectors.copy(values.toArray(), into);
    }
  }

  @Override
  public void close() {
    target.close();
  }
}

package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;
import java.util.List;

/** The source half of the round, with its comparison and its weight in sight. */
public final class TestBranch implements AutoCloseable {
  private final Engine engine;
  private final Memory memory = Memory.of(ImmutableMap.of());
  private final CclParts parts;
  private final Round round;
  private final double[] iterate;
  private final double[] theta;
  private double weight;

  private TestBranch(LearningProblem problem, long seed, Settings settings, double[] w) {
    RandomStreams streams = RandomStreams.of(seed);
    Draws draws = Draws.of(streams);
    this.engine = Engine.open(problem, streams, Sampler.COUNTS, 1);
    this.iterate = w.clone();
    this.theta = problem.student().initial().toArray();
    Run run = new Run(problem, engine, draws, memory);
    CclParts started = CclParts.start(settings, run, iterate);
    this.parts =
        new CclParts(
            started.design(),
            started.alternatives(),
            new Watched(started.acceptance()),
            started.calibration(),
            started.teaching(),
            started.gradientBatch(),
            started.gradient(),
            started.studentStep(),
            started.exploration(),
            started.validation(),
            started.asksAlways());
    this.round = new Round(run, parts, List.of(), iterate, theta);
  }

  /** Notes each weight as it is made. */
  private final class Watched implements Acceptance.InRun {
    private final Acceptance.InRun weights;

    Watched(Acceptance.InRun weights) {
      this.weights = weights;
    }

    @Override
    public double weight(long t, double reward) {
      weight = weights.weight(t, reward);
      return weight;
    }

    @Override
    public double residual(Comparison c, double of) {
      return weights.residual(c, of);
    }
  }

  private static Settings preset(LearningProblem problem) {
    return problem.isWhole() ? CclSettings.PRACTICAL : CclSettings.PRACTICAL_BY_ROLLOUTS;
  }

  /** Branches alone: the calibration stays where it is. */
  public static TestBranch of(
      LearningProblem problem, long seed, Acceptance acceptance, Alternatives comparisons) {
    Settings settings =
        preset(problem)
            .with(CclSettings.ACCEPTANCE, acceptance)
            .with(CclSettings.ALTERNATIVES, comparisons);
    return new TestBranch(problem, seed, settings, problem.calibration().initial().toArray());
  }

  /** Branches that move the calibration. */
  public static TestBranch of(
      LearningProblem problem,
      long seed,
      CalibrationStep rule,
      Acceptance acceptance,
      Teaching teaching,
      double[] w) {
    Settings settings =
        preset(problem)
            .with(CclSettings.ACCEPTANCE, acceptance)
            .with(CclSettings.CALIBRATION, rule)
            .with(CclSettings.TEACHING, teaching);
    return new TestBranch(problem, seed, settings, w);
  }

  /** Draws the branch of a round, for any student. */
  public void draw(long t, double[] student) {
    Vectors.copy(student, theta);
    round.branch(t);
    weight = parts.acceptance().weight(t, round.reward(t));
  }

  /** Does the source half of a round, for any student. */
  public void calibrate(long t, double[] student) {
    Vectors.copy(student, theta);
    round.calibrate(t);
  }

  public double[] difference() {
    return round.comparison().z();
  }

  public double logOdds() {
    return round.comparison().logOdds();
  }

  public boolean informative() {
    return round.comparison().isInformative();
  }

  public double share() {
    return round.comparison().labelProbability();
  }

  public boolean label() {
    return round.comparison().label();
  }

  public double weight() {
    return weight;
  }

  public double[] iterate() {
    return iterate;
  }

  public double[] current() {
    return parts.teaching().calibration();
  }

  /** What the parts remember. */
  public ImmutableMap<String, ImmutableDoubleArray> memory() {
    return memory.snapshot();
  }

  public long queries() {
    return engine.source().queries();
  }

  @Override
  public void close() {
    engine.close();
  }
}

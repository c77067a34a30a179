package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The honest subject, but for the answers to one question, which are all wrong in the same way. */
final class Distorted extends Subject {
  /** How an answer is wrong. */
  enum Lie {
    NONE,
    /** A number by a millionth and a millionth of itself: more than the tolerance of a formula. */
    SLIGHTLY,
    /** By a thousandth and a thousandth of itself. */
    MORE,
    /** Beyond every bound, to either side. */
    HUGE,
    NEGATIVE,
    /** One number or one thing more than there is, the first once more. */
    LONGER,
    /** The last is missing. */
    SHORTER
  }

  private final String question;
  private final Lie lie;
  private final long when; // the one time it lies, 0 for always
  private final Map<String, Long> asked = new TreeMap<>();

  Distorted(Instance instance, String question, Lie lie) {
    this(instance, question, lie, 0);
  }

  /** A subject that answers a question wrongly when it is asked for the given time, 1 the first. */
  Distorted(Instance instance, String question, Lie lie, long when) {
    super(instance);
    this.question = question;
    this.lie = lie;
    this.when = when;
  }

  /** The questions that were asked so far. */
  Set<String> asked() {
    return asked.keySet();
  }

  /** How often a question was asked so far. */
  long times(String name) {
    return asked.getOrDefault(name, 0L);
  }

  private Lie lie(String name) {
    long time = asked.merge(name, 1L, Long::sum);
    return name.equals(question) && (when == 0 || when == time) ? lie : Lie.NONE;
  }

  private double of(String name, double x) {
    return wrong(lie(name), x);
  }

  private static double wrong(Lie lie, double x) {
    return switch (lie) {
      case SLIGHTLY -> 1.000001 * x + 1e-6;
      case MORE -> 1.001 * x + 0.001;
      case HUGE -> 1e6 * (1 + Math.abs(x));
      case NEGATIVE -> -1e6 * (1 + Math.abs(x));
      default -> x;
    };
  }

  private double[] of(String name, double[] x) {
    Lie how = lie(name);
    if (how == Lie.LONGER || how == Lie.SHORTER) {
      double[] out = Arrays.copyOf(x, how == Lie.LONGER ? x.length + 1 : x.length - 1);
      if (how == Lie.LONGER) {
        out[x.length] = x[0];
      }
      return out;
    }
    return Arrays.stream(x).map(value -> wrong(how, value)).toArray();
  }

  private static <T> ImmutableList<T> wrong(Lie lie, List<T> all) {
    return switch (lie) {
      case LONGER -> ImmutableList.<T>builder().addAll(all).add(all.get(0)).build();
      case SHORTER -> ImmutableList.copyOf(all.subList(0, all.size() - 1));
      case MORE -> ImmutableList.copyOf(Lists.reverse(all));
      default -> ImmutableList.copyOf(all);
    };
  }

  private static double[] times(double factor, double[] x) {
    return Arrays.stream(x).map(value -> factor * value).toArray();
  }

  /** A law cannot be wrong by a number; it is that of other parameters. */
  private static double[] parameters(Lie lie, double[] x) {
    return switch (lie) {
      case MORE -> times(1.01, x);
      case HUGE -> times(50, x);
      case NEGATIVE -> times(-1, x);
      default -> x;
    };
  }

  @Override
  public ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
    List<Integer> tokens = super.legal(prompt, prefix).asList();
    Lie how = lie("legal");
    if (tokens.isEmpty()) {
      return how == Lie.HUGE ? ImmutableIntArray.of(0) : ImmutableIntArray.of();
    }
    return ImmutableIntArray.copyOf(wrong(how, tokens));
  }

  @Override
  public List<ImmutableIntArray> answers(Prompt prompt) {
    List<ImmutableIntArray> all = super.answers(prompt);
    Lie how = lie("answers");
    if (how == Lie.HUGE) {
      return all.stream()
          .map(a -> ImmutableIntArray.builder().addAll(a).add(a.get(0)).build())
          .toList();
    }
    return wrong(how, all);
  }

  @Override
  public Dataset dataset(Side side) {
    return super.dataset(lie("dataset") == Lie.MORE ? other(side) : side);
  }

  private static Side other(Side side) {
    return side == Side.SOURCE ? Side.TARGET : Side.SOURCE;
  }

  @Override
  public EdgeLaw student(Side side, double[] theta) {
    Lie how = lie("student");
    return how == Lie.SHORTER
        ? doubled(super.student(side, theta))
        : super.student(side, parameters(how, theta));
  }

  /** Twice the probabilities, which are none then. */
  private static EdgeLaw doubled(EdgeLaw law) {
    int n = law.forest().edges();
    double[] twice = new double[n];
    Arrays.setAll(twice, e -> 2 * law.probability(e));
    double[] rests = new double[n];
    Arrays.fill(rests, 1);
    return EdgeLaw.ofProbabilities(law.forest(), twice, rests);
  }

  @Override
  public PaperConstants constants() {
    return switch (lie("constants")) {
      case MORE -> PaperConstants.of(problem().withLambda(1.01 * problem().lambda()));
      case HUGE -> PaperConstants.of(problem(), 1 + super.constants().muJoint());
      default -> super.constants();
    };
  }

  @Override
  public EdgeLaw calibrated(Side side, double[] w) {
    return super.calibrated(side, parameters(lie("calibrated"), w));
  }

  @Override
  public EdgeLaw reference(Side side) {
    return lie("reference") == Lie.MORE
        ? super.calibrated(side, problem().calibration().initial().toArray())
        : super.reference(side);
  }

  @Override
  public EdgeLaw gibbs(Side side) {
    return lie("gibbs") == Lie.MORE
        ? super.calibrated(side, problem().calibration().initial().toArray())
        : super.gibbs(side);
  }

  @Override
  public double divergence(EdgeLaw student, EdgeLaw other) {
    return of("divergence", super.divergence(student, other));
  }

  @Override
  public void projectCalibration(double[] w) {
    Lie how = lie("projectCalibration");
    if (how != Lie.SHORTER) {
      super.projectCalibration(w);
      Arrays.setAll(w, i -> wrong(how, w[i]));
    }
  }

  @Override
  public void projectStudent(double[] theta) {
    Lie how = lie("projectStudent");
    if (how != Lie.SHORTER) {
      super.projectStudent(theta);
      Arrays.setAll(theta, i -> wrong(how, theta[i]));
    }
  }

  @Override
  public double query(Prompt prompt, ImmutableIntArray answer) {
    Lie how = lie("query");
    try {
      return wrong(how, super.query(prompt, answer));
    } catch (IllegalArgumentException e) {
      if (how == Lie.LONGER) { // it tells more than it may
        return 0.5;
      }
      throw e;
    }
  }

  @Override
  public double[] information() {
    return of("information", super.information());
  }

  @Override
  public double[] information(int h) {
    return of("information at h", super.information(h));
  }

  @Override
  public double[] fisherInformation(double[] theta) {
    return of("fisherInformation", super.fisherInformation(theta));
  }

  @Override
  public double logRatioCost(double[] w, double[] theta, int leaf) {
    return of("logRatioCost", super.logRatioCost(w, theta, leaf));
  }

  @Override
  public double cost(double[] w, double[] theta) {
    return of("cost", super.cost(w, theta));
  }

  @Override
  public double leastCost(double[] w) {
    return of("leastCost", super.leastCost(w));
  }

  @Override
  public double[] gradient(double[] w, double[] theta) {
    return of("gradient", super.gradient(w, theta));
  }

  @Override
  public double[] hessian(double[] w, double[] theta) {
    return of("hessian", super.hessian(w, theta));
  }

  @Override
  public double[] score(double[] theta, int leaf) {
    return of("score", super.score(theta, leaf));
  }

  @Override
  public double[] scoreDerivative(double[] theta, int leaf) {
    return of("scoreDerivative", super.scoreDerivative(theta, leaf));
  }

  @Override
  public double sampleVariance(double[] w, double[] theta) {
    return of("sampleVariance", super.sampleVariance(w, theta));
  }

  @Override
  public double matchingCost(double[] theta) {
    return of("matchingCost", super.matchingCost(theta));
  }

  @Override
  public double[] matchingGradient(double[] theta) {
    return of("matchingGradient", super.matchingGradient(theta));
  }

  @Override
  public double[] matchingMinimizer() {
    return of("matchingMinimizer", super.matchingMinimizer());
  }

  @Override
  public double[] logMoments(Side side) {
    return of("logMoments", super.logMoments(side));
  }

  @Override
  public double[] logNormalizers(Side side) {
    return of("logNormalizers", super.logNormalizers(side));
  }

  @Override
  public double value(EdgeLaw law) {
    return of("value", super.value(law));
  }

  @Override
  public double accepted(int e1, int e0, int y) {
    return of("accepted", super.accepted(e1, e0, y));
  }

  @Override
  public double acceptance(int e1, int e0) {
    return of("acceptance", super.acceptance(e1, e0));
  }

  @Override
  public double expectedSquare(double[] w, double[] theta) {
    return of("expectedSquare", super.expectedSquare(w, theta));
  }

  @Override
  public double optimizationError(double[] w, double[] theta) {
    return of("optimizationError", super.optimizationError(w, theta));
  }

  @Override
  public double[] expectedStep(double[] w, double[] theta) {
    return of("expectedStep", super.expectedStep(w, theta));
  }

  @Override
  public double[] truthParameter() {
    return of("truthParameter", super.truthParameter());
  }

  @Override
  public double[] oracle() {
    return of("oracle", super.oracle());
  }

  @Override
  public double excessCost(double[] theta) {
    return of("excessCost", super.excessCost(theta));
  }

  @Override
  public double oracleDivergence(double[] theta) {
    return of("oracleDivergence", super.oracleDivergence(theta));
  }

  @Override
  public double monotonicity() {
    return of("monotonicity", super.monotonicity());
  }

  @Override
  public double matchingGradientBound() {
    return of("matchingGradientBound", super.matchingGradientBound());
  }
}

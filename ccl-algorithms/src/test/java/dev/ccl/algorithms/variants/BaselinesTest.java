package dev.ccl.algorithms.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.baseline.PathObjective;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.random.Purpose;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One update of each baseline against its exact law: every θ after a batch of two answers is the
 * image of two of the answers that can be drawn, and as often as they are. Prompts are repeated,
 * and importance weights reach {@link #LARGE}.
 */
class BaselinesTest {
  private static final int UPDATES = 3000;
  private static final int BATCH = 2;
  private static final double STEP = 0.02;
  private static final double LARGE = 4;

  /** Of all outcomes of one baseline together, by exact binomial tails. */
  private static final double LEVEL = 1e-12;

  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withLetters(2)
          .withPrompts(3, 3)
          .withRepeated(1)
          .withShared(0)
          .withDimensions(2, 1)
          .withLambda(0.4)
          .withBound(6)
          .withInitialNorm(3);

  private static final Instance INSTANCE = RandomInstance.of(SPEC, 8).instance();

  /** A value of the first coordinate of θ with its probability. */
  private record Mass(double value, double probability) {}

  private static List<Double> updates(Baseline baseline, Instance instance) {
    PathLearner learner = PathLearner.of(baseline);
    learner =
        learner.with(
            learner
                .settings()
                .with("batch", Integer.toString(BATCH))
                .with("step", "constant:" + STEP)
                .with("start", "problem")
                .with("answers", Integer.toString(Integer.MAX_VALUE)));
    List<Double> ends = new ArrayList<>();
    for (long seed = 0; seed < UPDATES; seed++) {
      LearnerState start = learner.initial(instance.problem(), seed);
      try (Session session = learner.open(instance.problem(), start, 1)) {
        session.advance(1);
        ends.add(session.state().student().get(0));
      }
    }
    return ends;
  }

  /** The law of one update, by listing all pairs of prompts and answers. */
  private static List<Mass> law(PathObjective objective, Instance instance) {
    Naive model = Naive.of(instance);
    boolean source = objective.onSource();
    List<String> prompts = source ? model.source() : model.target();
    double[] theta = instance.header().initial().toArray();
    StudentLaw student = model.student(theta);
    TokenLaw drawn =
        switch (objective) {
          case FORWARD_KL, SFT -> model.calibrated(model.teacherParameter());
          case IMPORTANCE_WEIGHTED -> model.reference();
          default -> student;
        };
    List<Mass> one = new ArrayList<>();
    for (String x : prompts) {
      for (Answer a : model.answers(x)) {
        one.add(
            new Mass(sample(objective, model, student, a), drawn.probability(a) / prompts.size()));
      }
    }
    List<Mass> all = new ArrayList<>();
    for (Mass first : one) {
      for (Mass second : one) {
        double end = theta[0] - STEP * (first.value() + second.value()) / BATCH;
        end = Math.max(-model.bound(), Math.min(model.bound(), end));
        all.add(new Mass(end, first.probability() * second.probability()));
      }
    }
    return merged(all);
  }

  /** The gradient sample of an answer, for a student with one parameter. */
  private static double sample(PathObjective objective, Naive model, StudentLaw student, Answer a) {
    double score = Costs.of(model).score(student, a)[0];
    TokenLaw teacher = model.calibrated(model.teacherParameter());
    double toTeacher = student.logAnswer(a) - teacher.logAnswer(a);
    double toReference = student.logAnswer(a) - model.reference().logAnswer(a);
    double bracket = a.reward() - model.lambda() * toReference;
    return switch (objective) {
      case DIRECT_MATCHING -> score * (toTeacher + model.lambda() * toReference);
      case SFT -> -score;
      case FORWARD_KL ->
          along(
              a,
              s -> feature(s, student, k -> student.probability(s, k) - teacher.probability(s, k)));
      case TOKEN_REVERSE_KL ->
          along(
              a,
              s -> {
                double mean = 0;
                for (int k = 0; k < s.size(); k++) {
                  mean += student.probability(s, k) * (student.log(s)[k] - teacher.log(s)[k]);
                }
                double divergence = mean;
                return feature(
                    s,
                    student,
                    k ->
                        student.probability(s, k)
                            * (student.log(s)[k] - teacher.log(s)[k] - divergence));
              });
      case SOURCE_REWARD -> -score * bracket;
      case IMPORTANCE_WEIGHTED -> -score * bracket * StrictMath.exp(toReference);
    };
  }

  private static double along(Answer a, ToDoubleFunction<Node> term) {
    double sum = 0;
    for (int h = 1; h <= a.length(); h++) {
      sum += term.applyAsDouble(a.node(h));
    }
    return sum;
  }

  private static double feature(Node s, StudentLaw student, ToDoubleFunction<Integer> weight) {
    double sum = 0;
    for (int k = 0; k < s.size(); k++) {
      sum += weight.applyAsDouble(k) * student.gradient(s, k)[0];
    }
    return sum;
  }

  private static List<Mass> merged(List<Mass> masses) {
    Mass[] sorted = masses.toArray(Mass[]::new);
    Arrays.sort(sorted, (a, b) -> Double.compare(a.value(), b.value()));
    List<Mass> out = new ArrayList<>();
    for (Mass m : sorted) {
      int last = out.size() - 1;
      if (last >= 0 && m.value() - out.get(last).value() <= 1e-9) {
        double p = out.get(last).probability() + m.probability();
        out.set(last, new Mass(out.get(last).value(), p));
      } else {
        out.add(m);
      }
    }
    return out;
  }

  /** What is wrong with some updates, or nothing. */
  private static String fault(List<Double> ends, List<Mass> law) {
    int[] counts = new int[law.size()];
    for (double end : ends) {
      int nearest = 0;
      for (int k = 1; k < counts.length; k++) {
        double distance = Math.abs(law.get(k).value() - end);
        nearest = distance < Math.abs(law.get(nearest).value() - end) ? k : nearest;
      }
      if (Math.abs(law.get(nearest).value() - end) > 2e-9) {
        return "no two answers lead to " + end;
      }
      counts[nearest]++;
    }
    FalseAlarms.declare(LEVEL);
    int n = ends.size();
    int upTo = 0;
    double probability = 0;
    for (int k = 0; k < counts.length; k++) { // each value, and all up to it
      upTo += counts[k];
      probability += law.get(k).probability();
      if (pValue(n, counts[k], law.get(k).probability()) < LEVEL / (2 * counts.length)
          || pValue(n, upTo, probability) < LEVEL / (2 * counts.length)) {
        return law.get(k) + " occurs " + counts[k] + " times in " + n;
      }
    }
    return "";
  }

  private static double pValue(int n, int count, double probability) {
    BinomialDistribution binomial =
        BinomialDistribution.of(n, Math.max(0, Math.min(1, probability)));
    double atLeast = count == 0 ? 1 : binomial.survivalProbability(count - 1);
    return 2 * Math.min(binomial.cumulativeProbability(count), atLeast);
  }

  @ParameterizedTest
  @EnumSource(PathObjective.class)
  void everyUpdateHasItsLaw(PathObjective objective) {
    assertEquals("", fault(updates(objective, INSTANCE), law(objective, INSTANCE)));
  }

  @Test
  void theInstanceIsHard() {
    Naive model = Naive.of(INSTANCE);
    StudentLaw student = model.student(INSTANCE.header().initial().toArray());
    double largest = 0;
    for (String x : model.source()) {
      for (Answer a : model.answers(x)) {
        largest = Math.max(largest, student.probability(a) / model.reference().probability(a));
      }
    }
    double weight = largest;
    assertTrue(weight > LARGE, () -> "importance weights reach only " + weight);
    assertTrue(model.source().stream().distinct().count() < model.source().size());
    assertTrue(model.target().stream().distinct().count() < model.target().size());
    assertTrue(SmallAlgebra.norm(INSTANCE.header().initial().toArray()) < model.bound());
  }

  /** A liar: importance weights are cut at 1. */
  private static final class Clipped implements Baseline {
    @Override
    public boolean onSource() {
      return true;
    }

    @Override
    public double weight(double lambda) {
      return lambda;
    }

    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromReference(Purpose.COMPLETION);
      double ratio = a.logStudent() - a.logReference();
      double bracket = a.reward() - a.lambda() * ratio;
      a.addScore(-scale * Math.min(1, StrictMath.exp(ratio)) * bracket, gradient);
    }
  }

  /** A liar: the second answer of a batch is the first again. */
  private static final class Twice implements Baseline {
    private boolean second;
    private double weight;

    @Override
    public boolean onSource() {
      return false;
    }

    @Override
    public double weight(double lambda) {
      return 1;
    }

    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      if (!second) {
        a.drawFromTeacher(Purpose.TEACHER_ROLLOUT);
        weight = scale;
      }
      a.addForwardDivergence(weight, gradient);
      second = !second;
    }
  }

  @Test
  void cutWeightsAreSeen() {
    String fault =
        fault(updates(new Clipped(), INSTANCE), law(PathObjective.IMPORTANCE_WEIGHTED, INSTANCE));
    assertTrue(fault.startsWith("no two answers"), fault);
  }

  @Test
  void anAnswerThatCountsTwiceIsSeen() {
    String fault = fault(updates(new Twice(), INSTANCE), law(PathObjective.FORWARD_KL, INSTANCE));
    assertTrue(fault.contains("occurs"), fault);
  }

  /** Repeated prompts are drawn as often as they stand in the list. */
  @ParameterizedTest
  @EnumSource(PathObjective.class)
  void promptsThatAreDrawnOnceEachAreSeen(PathObjective objective) {
    Instance once =
        Instance.of(
            INSTANCE.header(),
            INSTANCE.prompts().values().asList(),
            INSTANCE.source().stream().distinct().toList(),
            INSTANCE.target().stream().distinct().toList());
    assertTrue(!fault(updates(objective, once), law(objective, INSTANCE)).isEmpty());
  }
}

package dev.ccl.core.exact;

import static dev.ccl.core.brute.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.StudentLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link Scores} of the linear class against the enumerated answers. */
class LikelihoodTest {
  private static final int TRIALS = 60;

  private static final class Subject {
    final Instance instance;
    final LearningProblem problem;
    final Naive naive;
    final Costs costs;
    final StudentLaw student;
    final EdgeModel model;
    final Forest forest;
    final double[] theta;
    final Scores scores;
    final Map<String, Answer> answers = new HashMap<>();

    Subject(int trial) {
      instance = TrialInstances.of(trial);
      problem = instance.problem();
      naive = Naive.of(instance);
      costs = Costs.of(naive);
      model = problem.target().student();
      forest = model.forest();
      theta = TrialInstances.point(instance, model.dimension(), trial);
      scores = Scores.of(model, theta);
      student = naive.student(theta);
      for (int r = 0; r < forest.prompts().size(); r++) {
        String id = forest.prompts().get(r).id();
        for (Answer a : naive.answers(id)) {
          answers.put(id + a.tokens(), a);
        }
      }
    }

    Answer answer(int leaf) {
      return answers.get(forest.state(forest.node(leaf)).prompt().id() + forest.answer(leaf));
    }

    List<Integer> leaves() {
      List<Integer> leaves = new ArrayList<>();
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) == Forest.LEAF) {
          leaves.add(e);
        }
      }
      return leaves;
    }
  }

  @Test
  void answersHaveTheirLikelihoodScoreAndHessian() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Subject subject = new Subject(trial);
      int d = subject.theta.length;
      for (int leaf : subject.leaves()) {
        Answer a = subject.answer(leaf);
        String what = "trial " + trial + " leaf " + leaf;
        assertClose(subject.student.logAnswer(a), subject.scores.logLikelihood(leaf), what);
        double[] score = new double[d];
        Arrays.fill(score, 7); // overwritten, not added to
        subject.scores.path(leaf, score);
        assertClose(subject.costs.score(subject.student, a), score, what + " score");
        double[][] information = subject.costs.information(subject.student, a);
        double[] hessian = subject.scores.hessian(leaf);
        for (int i = 0; i < d * d; i++) {
          assertClose(-information[i / d][i % d], hessian[i], what + " Hessian");
        }
      }
    }
  }

  /** The score of an answer is the sum of those of its tokens, and a token's has mean 0. */
  @Test
  void tokensShareTheScore() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Subject subject = new Subject(trial);
      Forest forest = subject.forest;
      int d = subject.theta.length;
      double[] token = new double[d];
      for (int s = 0; s < forest.nodes(); s++) {
        double[] mean = new double[d];
        double[] before = new double[d];
        double logBefore = 0;
        if (forest.parentEdge(s) >= 0) {
          subject.scores.path(forest.parentEdge(s), before);
          logBefore = subject.scores.logLikelihood(forest.parentEdge(s));
        }
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          Arrays.fill(token, 7);
          subject.scores.token(e, token);
          double[] path = new double[d];
          subject.scores.path(e, path);
          double p = Math.exp(subject.scores.logLikelihood(e) - logBefore);
          for (int i = 0; i < d; i++) {
            assertClose(path[i], before[i] + token[i], "trial " + trial);
            mean[i] += p * token[i];
          }
        }
        assertClose(new double[d], mean, 1e-12, "trial " + trial + " mean of a token's score");
      }
    }
  }

  @Test
  void fisherInformationIsTheMeanOfTheSquaredScores() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Subject subject = new Subject(trial);
      int d = subject.theta.length;
      double[] expected = new double[d * d];
      for (String id : subject.instance.target()) {
        for (Answer a : subject.naive.answers(id)) {
          double p = subject.student.probability(a);
          double[] score = subject.costs.score(subject.student, a);
          for (int i = 0; i < d * d; i++) {
            expected[i] += p * score[i / d] * score[i % d] / subject.instance.target().size();
          }
        }
      }
      double[] weights = subject.problem.target().dataset().rootWeights();
      assertClose(expected, subject.scores.fisherInformation(weights), "trial " + trial);
    }
  }

  /**
   * Answers are drawn with their probability. An answer of probability p has a share of n draws
   * that leaves p ± t with probability at most 2 exp(−2nt²) (Hoeffding): below 1e-13 per answer.
   */
  @Test
  void answersAreDrawnFromTheLaw() {
    int draws = 4_000;
    double t = Math.sqrt(Math.log(2e13) / (2 * draws));
    boolean seesUniform = false;
    for (int trial = 0; trial < 8; trial++) {
      Subject subject = new Subject(trial);
      Forest forest = subject.forest;
      RandomStream random = RandomStreams.of(9).open(Purpose.TRIAL, trial);
      int[] counts = new int[forest.edges()];
      for (int n = 0; n < draws; n++) {
        counts[subject.scores.draw(random, 0)]++;
      }
      int total = 0;
      int reachable = 0;
      for (int leaf : subject.leaves()) {
        if (forest.state(forest.node(leaf)).prompt().equals(forest.prompts().get(0))) {
          reachable++;
        }
      }
      for (int leaf : subject.leaves()) {
        total += counts[leaf];
        if (forest.state(forest.node(leaf)).prompt().equals(forest.prompts().get(0))) {
          double p = subject.student.probability(subject.answer(leaf));
          FalseAlarms.declare(1e-13);
          assertEquals(p, counts[leaf] / (double) draws, t, "trial " + trial);
          seesUniform |= Math.abs(p - 1.0 / reachable) > 2 * t;
        }
      }
      assertEquals(draws, total, "only answers to the prompt are drawn");
    }
    assertTrue(seesUniform, "a uniform draw is told apart");
  }

  @Test
  void wrongLengthsAreRefused() {
    Subject subject = new Subject(1);
    int d = subject.theta.length;
    assertThrows(IllegalArgumentException.class, () -> Scores.of(subject.model, new double[d + 1]));
    int roots = subject.forest.prompts().size();
    assertThrows(
        IllegalArgumentException.class,
        () -> subject.scores.fisherInformation(new double[roots + 1]));
  }

  /** An answer belongs to the root it starts from, and each of its steps takes one number. */
  @Test
  void everyRootHasItsAnswers() {
    boolean several = false;
    for (int trial = 0; trial < 20; trial++) {
      Subject subject = new Subject(trial);
      Forest forest = subject.forest;
      for (int root = 0; root < forest.prompts().size(); root++) {
        RandomStream random = RandomStreams.of(10).open(Purpose.TRIAL, trial, root);
        int leaf = subject.scores.draw(random, root);
        int steps = 0;
        int at = leaf;
        for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
          at = forest.node(e);
          steps++;
        }
        assertEquals(root, at, "trial " + trial);
        RandomStream numbers = RandomStreams.of(10).open(Purpose.TRIAL, trial, root);
        for (int h = 0; h < steps; h++) {
          numbers.nextDouble();
        }
        assertEquals(numbers.nextLong(), random.nextLong(), "trial " + trial);
        several |= root > 0 && steps > 1;
      }
    }
    assertTrue(several);
  }
}

package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.naive.PlainSoftmax;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The source branch of Algorithm 1 walked over the states of the MDP, each draw from the stream of
 * its name: the branch on the forest has to find the same tokens, label and weight.
 */
final class NamedDrawsTest {
  private final LearningProblem problem =
      RandomInstance.of(
              RandomSpec.SMALL.withLambda(0.6).withBound(2).withInitialNorm(1.9).withRepeated(1), 7)
          .instance()
          .problem();
  private final double[] theta = problem.student().initial().toArray();
  private final double[] teacher = problem.calibration().initial().toArray();
  private final RandomStreams streams = RandomStreams.of(13);

  private static int draw(RandomStream random, double[] law) {
    return Multinomial.drawOne(random, law, 0, law.length);
  }

  private double[] reference(State state) {
    double[] p = new double[state.legal().length()];
    problem.reference().probabilities(state, p);
    return p;
  }

  private State next(State state, int k) {
    return problem.mdp().append(state, state.legal().get(k));
  }

  @ParameterizedTest
  @EnumSource(Alternatives.Choice.class)
  void branchesUseTheStreamsOfTheirNames(Alternatives.Choice alternatives) {
    TestBranch weighted =
        TestBranch.of(problem, streams.rootSeed(), Acceptance.Choice.EXPECTATION, alternatives);
    TestBranch accepted =
        TestBranch.of(problem, streams.rootSeed(), Acceptance.Choice.REJECTION, alternatives);
    PolicyFamily calibrated = problem.calibration().family();
    int informative = 0;
    int labels = 0;
    int acceptances = 0;
    for (int t = 0; t < 600; t++) {
      weighted.draw(t, theta);
      accepted.draw(t, theta);
      int j = streams.open(Purpose.SOURCE_INDEX, t, 0).nextBelow(problem.source().dataset().size());
      Prompt prompt = problem.source().forest().prompts().get(problem.source().dataset().root(j));
      int h = 1 + streams.open(Purpose.BRANCH_POSITION, t, 0).nextBelow(problem.horizon());
      RandomStream rollout = streams.open(Purpose.TEACHER_ROLLOUT, t, 0);
      State s = problem.mdp().start(prompt);
      int first = draw(rollout, PlainSoftmax.of(calibrated, teacher, s));
      for (int step = 1; step < h; step++) {
        s = next(s, first);
        first = draw(rollout, PlainSoftmax.of(calibrated, teacher, s));
      }
      RandomStream other = streams.open(Purpose.STUDENT_ALTERNATIVE, t, 0);
      int second =
          switch (alternatives) {
            case UNIFORM -> other.nextBelow(s.legal().length());
            case TEACHER -> draw(other, PlainSoftmax.of(calibrated, teacher, s));
            case STUDENT -> draw(other, PlainSoftmax.of(problem.student().family(), theta, s));
          };
      double[] pre = reference(s);
      double share = pre[first] / (pre[first] + pre[second]);
      boolean label = streams.open(Purpose.BRANCH_CHOICE, t, 0).nextDouble() < share;
      RandomStream completion = streams.open(Purpose.COMPLETION, t, 0);
      State end = next(s, label ? first : second);
      while (!problem.mdp().isTerminal(end)) {
        end = next(end, draw(completion, reference(end)));
      }
      ImmutableIntArray answer = end.prefix();
      double reward = problem.newVerifier().query(prompt, answer);
      double chance = Math.exp((reward - 1) / 0.6);
      boolean accept = streams.open(Purpose.ACCEPTANCE, t, 0).nextDouble() <= chance;

      String round = "round " + t;
      assertEquals(first != second, weighted.informative(), round);
      assertEquals(share, weighted.share(), 1e-12, round);
      assertEquals(label, weighted.label(), round);
      assertEquals(chance, weighted.weight(), 1e-12, round);
      assertEquals(accept ? 1 : 0, accepted.weight(), round);
      if (first != second) {
        int d = teacher.length;
        double[] rows = new double[s.legal().length() * d];
        calibrated.gradients(teacher, s, rows);
        for (int i = 0; i < d; i++) {
          double z = rows[first * d + i] - rows[second * d + i];
          assertEquals(z, weighted.difference()[i], 1e-15, round);
        }
      }
      informative += first != second ? 1 : 0;
      labels += label ? 1 : 0;
      acceptances += accept ? 1 : 0;
    }
    assertTrue(informative > 60 && informative < 540, "informative: " + informative);
    assertTrue(labels > 60 && labels < 540, "labels: " + labels);
    assertTrue(acceptances > 60 && acceptances < 540, "accepted: " + acceptances);
  }
}

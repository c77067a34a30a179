package dev.ccl.algorithms.calibration;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;
import java.util.Arrays;

/**
 * One token-level branch on a source prompt and its label (lines br-design to br-accept). Each call
 * of {@link #draw} makes exactly one reward query, also where both tokens coincide and where the
 * position falls behind the end of the teacher's answer.
 */
public final class SourceBranch {
  private final LearningProblem problem;
  private final Forest forest;
  private final RandomStreams streams;
  private final Acceptance acceptance;
  private final Alternatives alternatives;
  private final SourceVerifier verifier;
  private final double[] teacher; // probabilities of all edges
  private final double[] reference;
  private final EdgeModel calibration;
  private final EdgeModel student;
  private final double[] teacherParameter;
  private final double[] weights;
  private final double[] rows;
  private final double[] difference;
  private final Stream stream = Stream.of(0, 0, 0, 0);
  private int prompt;
  private double share;
  private boolean label;
  private double weight;
  private boolean informative;

  private SourceBranch(
      LearningProblem problem,
      RandomStreams streams,
      Acceptance acceptance,
      Alternatives alternatives) {
    this.problem = problem;
    this.forest = problem.source().forest();
    this.streams = streams;
    this.acceptance = acceptance;
    this.alternatives = alternatives;
    this.verifier = problem.newVerifier();
    this.calibration = problem.source().calibration();
    this.student = problem.source().student();
    this.teacherParameter = problem.calibration().initial().toArray();
    this.teacher = probabilities(calibration.law(teacherParameter));
    this.reference = probabilities(problem.source().reference());
    int widest = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      widest = Math.max(widest, forest.degree(s));
    }
    this.weights = new double[widest];
    this.rows = new double[widest * calibration.dimension()];
    this.difference = new double[calibration.dimension()];
  }

  /**
   * Prepares branches.
   *
   * @param problem the problem, with a complete source forest
   * @param streams where the draws get their randomness
   * @param acceptance how the reward becomes a weight
   * @param alternatives who proposes the alternative
   * @return the workspace
   */
  public static SourceBranch of(
      LearningProblem problem,
      RandomStreams streams,
      Acceptance acceptance,
      Alternatives alternatives) {
    return new SourceBranch(problem, streams, acceptance, alternatives);
  }

  private static double[] probabilities(EdgeLaw law) {
    double[] all = new double[law.forest().edges()];
    Arrays.setAll(all, law::probability);
    return all;
  }

  /**
   * Draws the branch of a round.
   *
   * @param round t
   * @param theta θ<sub>t</sub>, which proposes the alternative; read
   */
  public void draw(long round, double[] theta) {
    // line:br-design
    streams.rekey(stream, Purpose.SOURCE_INDEX, round, 0);
    int s = problem.source().dataset().root(stream.nextBelow(problem.source().dataset().size()));
    prompt = s;
    streams.rekey(stream, Purpose.BRANCH_POSITION, round, 0);
    int h = 1 + stream.nextBelow(problem.horizon());

    // line:br-teacher, line:br-prefix: tokens behind h are not needed
    streams.rekey(stream, Purpose.TEACHER_ROLLOUT, round, 0);
    int first = token(teacher, s);
    for (int step = 1; step < h && s >= 0; step++) {
      s = forest.child(first);
      first = s < 0 ? first : token(teacher, s);
    }
    // s < 0: one answer is left, both tokens are its next one, and the edge `first` leads to it
    streams.rekey(stream, Purpose.STUDENT_ALTERNATIVE, round, 0);
    int second = s < 0 ? first : alternative(s, theta);
    differ(s, first, second); // line:br-feature

    // line:br-choice, line:br-force
    streams.rekey(stream, Purpose.BRANCH_CHOICE, round, 0);
    share = reference[first] / (reference[first] + reference[second]);
    label = stream.nextDouble() < share;

    // line:br-reference
    streams.rekey(stream, Purpose.COMPLETION, round, 0);
    int leaf = label ? first : second;
    for (int next = forest.child(leaf); next >= 0; next = forest.child(leaf)) {
      leaf = token(reference, next);
    }

    double reward = verifier.query(leaf); // line:br-reward

    // line:br-accept
    double chance = Elementary.exp((reward - 1) / problem.lambda());
    if (acceptance == Acceptance.REJECTION) {
      streams.rekey(stream, Purpose.ACCEPTANCE, round, 0);
      weight = stream.nextDouble() <= chance ? 1 : 0;
    } else {
      weight = chance;
    }
  }

  private int token(double[] law, int s) {
    return Multinomial.drawOne(stream, law, forest.firstEdge(s), forest.firstEdge(s + 1));
  }

  private int alternative(int s, double[] theta) {
    int from = forest.firstEdge(s);
    int degree = forest.degree(s);
    switch (alternatives) {
      case UNIFORM:
        return from + stream.nextBelow(degree);
      case TEACHER:
        return token(teacher, s);
      default:
        student.logits(theta, s, s + 1, weights);
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < degree; k++) {
          largest = Math.max(largest, weights[k]);
        }
        for (int k = 0; k < degree; k++) {
          weights[k] = Elementary.exp(weights[k] - largest);
        }
        return from + Multinomial.drawOne(stream, weights, 0, degree);
    }
  }

  private void differ(int s, int first, int second) {
    informative = first != second;
    if (informative) {
      int d = difference.length;
      int from = forest.firstEdge(s);
      calibration.gradients(teacherParameter, s, rows);
      for (int i = 0; i < d; i++) {
        difference[i] = rows[(first - from) * d + i] - rows[(second - from) * d + i];
      }
    }
  }

  /**
   * Returns the source prompt of the round.
   *
   * @return its root in the source forest
   */
  public int prompt() {
    return prompt;
  }

  /**
   * Returns z<sub>t</sub>.
   *
   * @return the workspace's own array, to be read before the next draw; meaningless unless {@link
   *     #informative}
   */
  public double[] difference() {
    return difference;
  }

  /**
   * Tells whether the two tokens differ; otherwise z<sub>t</sub> = 0.
   *
   * @return whether the branch can move the calibration
   */
  public boolean informative() {
    return informative;
  }

  /**
   * Returns the probability with which the label was drawn to be 1 (line:br-choice).
   *
   * @return π<sub>pre</sub>(c<sub>1</sub>|s)/(π<sub>pre</sub>(c<sub>1</sub>|s) +
   *     π<sub>pre</sub>(c<sub>0</sub>|s))
   */
  public double share() {
    return share;
  }

  /**
   * Returns Y<sub>t</sub>.
   *
   * @return whether the teacher's token was continued
   */
  public boolean label() {
    return label;
  }

  /**
   * Returns I<sub>t</sub>, or its expectation where labels are weighted.
   *
   * @return the weight of the label, in [0,1]
   */
  public double weight() {
    return weight;
  }
}

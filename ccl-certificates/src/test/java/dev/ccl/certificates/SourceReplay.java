package dev.ccl.certificates;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/**
 * The comparison of a round of Algorithm 1 (lines br-design to br-reward) once more: its draws come
 * from named streams, so seed, round and student determine it. An exact verifier gives the same
 * reply and nothing new is learnt from it.
 */
final class SourceReplay {
  private final Dataset questions;
  private final int horizon;
  private final Forest forest;
  private final EdgeModel calibration;
  private final EdgeModel student;
  private final RandomStreams streams;
  private final SourceVerifier verifier;
  private final double[] teacher;
  private final double[] reference;
  private final double[] teacherParameter;
  private final double[] rows;
  private final double[] weights;
  private final RandomStream stream = RandomStream.of(0, 0, 0, 0);
  final double[] z;
  int first;
  int second;
  int leaf;
  double share;
  boolean label;
  double reward;

  SourceReplay(LearningProblem problem, long seed) {
    this.questions = problem.source().dataset();
    this.horizon = problem.horizon();
    this.forest = problem.source().forest();
    this.calibration = problem.source().calibration();
    this.student = problem.source().student();
    this.streams = RandomStreams.of(seed);
    this.verifier = problem.newVerifier();
    this.teacherParameter = problem.calibration().initial().toArray();
    this.teacher = probabilities(calibration.law(teacherParameter));
    this.reference = probabilities(problem.source().reference());
    this.z = new double[calibration.dimension()];
    int widest = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      widest = Math.max(widest, forest.degree(s));
    }
    this.rows = new double[widest * z.length];
    this.weights = new double[widest];
  }

  private static double[] probabilities(EdgeLaw law) {
    double[] all = new double[law.forest().edges()];
    Arrays.setAll(all, law::probability);
    return all;
  }

  void draw(long round, double[] theta) {
    streams.rekey(stream, Purpose.SOURCE_INDEX, round, 0);
    int s = questions.root(stream.nextBelow(questions.size()));
    streams.rekey(stream, Purpose.BRANCH_POSITION, round, 0);
    int h = 1 + stream.nextBelow(horizon);
    streams.rekey(stream, Purpose.TEACHER_ROLLOUT, round, 0);
    first = token(teacher, s);
    for (int step = 1; step < h && s >= 0; step++) {
      s = forest.child(first);
      first = s < 0 ? first : token(teacher, s);
    }
    streams.rekey(stream, Purpose.STUDENT_ALTERNATIVE, round, 0);
    second = s < 0 ? first : alternative(s, theta);
    if (first != second) {
      calibration.gradients(teacherParameter, s, rows);
      int from = forest.firstEdge(s);
      for (int i = 0; i < z.length; i++) {
        z[i] = rows[(first - from) * z.length + i] - rows[(second - from) * z.length + i];
      }
    }
    streams.rekey(stream, Purpose.BRANCH_CHOICE, round, 0);
    share = reference[first] / (reference[first] + reference[second]);
    label = stream.nextDouble() < share;
    streams.rekey(stream, Purpose.COMPLETION, round, 0);
    leaf = label ? first : second;
    for (int next = forest.child(leaf); next >= 0; next = forest.child(leaf)) {
      leaf = token(reference, next);
    }
    reward = verifier.query(leaf);
  }

  private int token(double[] law, int s) {
    return Multinomial.drawOne(stream, law, forest.firstEdge(s), forest.firstEdge(s + 1));
  }

  private int alternative(int s, double[] theta) {
    int degree = forest.degree(s);
    student.logits(theta, s, s + 1, weights);
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < degree; k++) {
      largest = Math.max(largest, weights[k]);
    }
    for (int k = 0; k < degree; k++) {
      weights[k] = Elementary.exp(weights[k] - largest);
    }
    return forest.firstEdge(s) + Multinomial.drawOne(stream, weights, 0, degree);
  }

  void tell(Certifier certifier) {
    certifier.observe(z, first, second, share, label, leaf, reward);
  }
}

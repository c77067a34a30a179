package dev.ccl.algorithms.certificate;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;

/** The comparisons of Algorithm 1 from the streams of a run, with everything a certifier sees. */
final class Branches {
  private final LearningProblem problem;
  private final Forest forest;
  private final RandomStreams streams;
  private final SourceVerifier verifier;
  private final double[] teacher;
  private final double[] reference;
  private final Stream stream = Stream.of(0, 0, 0, 0);
  final double[] z;
  int first;
  int second;
  int leaf;
  double share;
  boolean label;
  double reward;

  Branches(LearningProblem problem, long seed) {
    this.problem = problem;
    this.forest = problem.source().forest();
    this.streams = RandomStreams.of(seed);
    this.verifier = problem.newVerifier();
    this.teacher =
        probabilities(
            problem.source().calibration().law(problem.calibration().initial().toArray()));
    this.reference = probabilities(problem.source().reference());
    this.z = new double[problem.source().calibration().dimension()];
  }

  private static double[] probabilities(EdgeLaw law) {
    double[] all = new double[law.forest().edges()];
    java.util.Arrays.setAll(all, law::probability);
    return all;
  }

  void draw(long round, double[] theta) {
    streams.rekey(stream, Purpose.SOURCE_INDEX, round, 0);
    int s = problem.source().dataset().root(stream.nextBelow(problem.source().dataset().size()));
    streams.rekey(stream, Purpose.BRANCH_POSITION, round, 0);
    int h = 1 + stream.nextBelow(problem.horizon());
    streams.rekey(stream, Purpose.TEACHER_ROLLOUT, round, 0);
    first = token(teacher, s);
    for (int step = 1; step < h && s >= 0; step++) {
      s = forest.child(first);
      first = s < 0 ? first : token(teacher, s);
    }
    streams.rekey(stream, Purpose.STUDENT_ALTERNATIVE, round, 0);
    second = s < 0 ? first : alternative(s, theta);
    if (s >= 0) {
      double[] rows = new double[forest.degree(s) * z.length];
      problem.source().calibration().gradients(z, s, rows);
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
    double[] weights = new double[forest.degree(s)];
    problem.source().student().logits(theta, s, s + 1, weights);
    double largest = Double.NEGATIVE_INFINITY;
    for (double weight : weights) {
      largest = Math.max(largest, weight);
    }
    for (int k = 0; k < weights.length; k++) {
      weights[k] = Elementary.exp(weights[k] - largest);
    }
    return forest.firstEdge(s) + Multinomial.drawOne(stream, weights, 0, weights.length);
  }

  void tell(Certifier certifier) {
    certifier.observe(z, first, second, share, label, leaf, reward);
  }
}

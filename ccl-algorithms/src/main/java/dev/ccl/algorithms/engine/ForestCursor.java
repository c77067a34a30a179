package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;

/** A walk on a whole forest, on which frozen policies are arrays by edge. */
class ForestCursor implements Cursor {
  private final Dataset dataset;
  private final Forest forest;
  private final EdgeModel student;
  private final EdgeModel calibration;
  private final TokenLaw teacher;
  private final TokenLaw reference;
  private final StudentLaw studentLaw;
  private final int widest;
  private final FamilyCheck check; // of the student
  private final int[] path; // the nodes of the walk by step
  private int length;
  private int last; // the edge followed last

  ForestCursor(LearningProblem problem, Side side) {
    this.dataset = side.dataset();
    this.forest = side.forest();
    this.student = side.student();
    this.calibration = side.calibration();
    this.teacher = new Frozen(side.calibration().law(problem.calibration().initial().toArray()));
    this.reference = new Frozen(side.reference());
    this.widest = forest.edgesOfNodes().longest();
    this.check = FamilyCheck.of("student", problem.student().family());
    this.path = new int[problem.horizon() + 1];
    this.studentLaw = new StudentLaw(widest);
  }

  @Override
  public final int prompts() {
    return dataset.size();
  }

  @Override
  public final int widest() {
    return widest;
  }

  @Override
  public final void start(int i) {
    length = 0;
    path[0] = dataset.root(i);
  }

  @Override
  public final int prompt() {
    return path[0];
  }

  @Override
  public final void calibrationGradients(double[] w, double[] rows) {
    calibration.gradients(w, path[length], rows);
  }

  @Override
  public final boolean isOpen() {
    return path[length] >= 0;
  }

  @Override
  public final int length() {
    return length;
  }

  @Override
  public final int degree() {
    return forest.degree(path[length]);
  }

  @Override
  public final void follow(int k) {
    last = forest.firstEdge(path[length]) + k;
    path[++length] = forest.child(last);
  }

  @Override
  public final TokenLaw teacher() {
    return teacher;
  }

  @Override
  public final TokenLaw reference() {
    return reference;
  }

  @Override
  public final TokenLaw student(double[] theta) {
    studentLaw.evaluate(theta);
    return studentLaw;
  }

  @Override
  public final void pullback(int step, double[] theta, double[] coefficients, double[] out) {
    student.pullback(theta, coefficients, path[step], path[step] + 1, out);
  }

  /** The node where the cursor is. */
  final int node() {
    return path[length];
  }

  /** The edge of a token at a state of the present walk. */
  public final int edge(int step, int k) {
    return forest.firstEdge(path[step]) + k;
  }

  /** The leaf edge of the one answer that is left. */
  public final int leaf() {
    checkState(!isOpen(), "more than one answer is left");
    return last;
  }

  /** A fixed policy. */
  private final class Frozen implements TokenLaw {
    private final double[] probability; // of all edges
    private final EdgeLaw law;

    Frozen(EdgeLaw law) {
      this.law = law;
      this.probability = new double[forest.edges()];
      Arrays.setAll(probability, law::probability);
    }

    @Override
    public int draw(RandomStream random) {
      int from = forest.firstEdge(node());
      return Multinomial.drawOne(random, probability, from, forest.firstEdge(node() + 1)) - from;
    }

    @Override
    public double probability(int k) {
      return probability[forest.firstEdge(node()) + k];
    }

    @Override
    public double log(int k) {
      return law.log(forest.firstEdge(node()) + k);
    }
  }

  /** The student at the node where it was evaluated last. */
  private final class StudentLaw implements TokenLaw {
    private final double[] log;
    private final double[] probability;

    StudentLaw(int widest) {
      this.log = new double[widest];
      this.probability = new double[widest];
    }

    void evaluate(double[] theta) {
      student.logits(theta, node(), node() + 1, log);
      Softmax.law(log, 0, degree(), probability);
      double sum = 0;
      for (int k = 0; k < degree(); k++) {
        sum += log[k];
      }
      if (!Double.isFinite(sum)) {
        check.at(student, node(), theta);
        throw TargetBatches.unexplained("a logit of the student", sum);
      }
    }

    @Override
    public int draw(RandomStream random) {
      return Multinomial.drawOne(random, probability, 0, degree());
    }

    @Override
    public double probability(int k) {
      return probability[k];
    }

    @Override
    public double log(int k) {
      return log[k];
    }
  }
}

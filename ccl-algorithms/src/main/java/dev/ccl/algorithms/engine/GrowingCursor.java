package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.KnownState;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.mdp.State;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.RandomStream;
import java.util.function.Consumer;

/** A walk on a growing forest, which asks for each state when it gets there. */
final class GrowingCursor implements SourceCursor {
  private final GrowingForest forest;
  private final Dataset dataset;
  private final int[] roots; // the place of each prompt of the dataset in the forest
  private final double[] teacherParameter;
  private final SourceVerifier verifier; // null on the target side
  private final int widest;
  private final TokenLaw teacher;
  private final TokenLaw reference;
  private final StateLaw student;
  private final double[] logits;
  private final double[] calibrationRows;
  private final double[] studentRows;
  private final KnownState[] path;
  private final FamilyCheck teacherCheck;
  private final FamilyCheck studentCheck;
  private int prompt;
  private int length;
  private int last; // the place of the token followed last
  private boolean open;
  private long moves;

  GrowingCursor(
      LearningProblem problem, Dataset dataset, GrowingForest forest, SourceVerifier verifier) {
    this.forest = forest;
    this.dataset = dataset;
    this.roots = RolloutSampler.roots(forest, dataset);
    this.teacherParameter = problem.calibration().initial().toArray();
    this.verifier = verifier;
    this.widest = problem.mdp().vocabulary().size();
    this.teacher = new Frozen(widest, this::evaluateTeacher);
    this.reference = new Frozen(widest, this::evaluateReference);
    this.student = new StateLaw(widest);
    this.logits = new double[widest];
    this.calibrationRows = new double[widest * problem.calibration().family().dimension()];
    this.studentRows = new double[widest * problem.student().family().dimension()];
    this.path = new KnownState[problem.horizon()];
    this.teacherCheck = FamilyCheck.of("teacher", problem.calibration().family());
    this.studentCheck = FamilyCheck.of("student", problem.student().family());
  }

  private KnownState here() {
    return path[length];
  }

  /** Checks the families at the first state of the present walk, or at all of them. */
  void inspect(double[] w, double[] theta, boolean everywhere) {
    for (int h = 0; h < path.length && path[h] != null && (everywhere || h == 0); h++) {
      State state = path[h].state();
      teacherCheck.at(state, path[h].calibration(), w);
      studentCheck.at(state, path[h].student(), theta);
    }
  }

  @Override
  public int prompts() {
    return dataset.size();
  }

  @Override
  public int widest() {
    return widest;
  }

  @Override
  public void start(int i) {
    prompt = dataset.root(i);
    int root = roots[prompt];
    forest.begin();
    forest.requestRoot(root);
    forest.expand();
    moves++;
    length = 0;
    path[0] = forest.root(root);
    open = true;
  }

  @Override
  public void prepare(int[] prompts, RandomStream[] random) {
    KnownState[] at = new KnownState[prompts.length];
    StateLaw law = new StateLaw(widest);
    forest.begin();
    for (int prompt : prompts) {
      forest.requestRoot(roots[dataset.root(prompt)]);
    }
    forest.expand();
    for (int i = 0; i < at.length; i++) {
      at[i] = forest.root(roots[dataset.root(prompts[i])]);
    }
    int[] tokens = new int[at.length];
    for (boolean anyOpen = true; anyOpen; ) {
      for (int i = 0; i < at.length; i++) {
        if (at[i] != null) {
          evaluateTeacher(at[i], law);
          tokens[i] = law.draw(random[i]);
          forest.request(at[i], tokens[i]);
        }
      }
      forest.expand();
      anyOpen = false;
      for (int i = 0; i < at.length; i++) {
        if (at[i] != null) {
          boolean ends = forest.ends(at[i], tokens[i]);
          at[i] = ends ? null : forest.child(at[i], tokens[i]);
          anyOpen |= !ends;
        }
      }
    }
    open = false; // until the next start
  }

  @Override
  public int prompt() {
    return prompt;
  }

  @Override
  public void calibrationGradients(double[] w, double[] rows) {
    here().calibration().gradients(w, rows);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int degree() {
    return here().degree();
  }

  @Override
  public void follow(int k) {
    KnownState from = here();
    forest.request(from, k);
    forest.expand();
    open = !forest.ends(from, k);
    last = k;
    moves++;
    length++;
    if (open) {
      path[length] = forest.child(from, k);
    }
  }

  @Override
  public TokenLaw teacher() {
    return teacher;
  }

  private void evaluateTeacher(StateLaw law) {
    evaluateTeacher(here(), law);
  }

  private void evaluateTeacher(KnownState at, StateLaw law) {
    at.calibration().logits(teacherParameter, law.logits());
    law.ofLogits(at.degree());
    if (!law.isFinite()) {
      teacherCheck.at(at.state(), at.calibration(), teacherParameter);
      throw TargetBatches.unexplained("a logit of the teacher", Double.NaN);
    }
  }

  @Override
  public TokenLaw reference() {
    return reference;
  }

  private void evaluateReference(StateLaw law) {
    forest.refer(ImmutableList.of(here()));
    double[] out = law.probabilities();
    for (int k = 0; k < degree(); k++) {
      out[k] = here().reference(k);
    }
    law.ofProbabilities(degree());
  }

  /** A law without a parameter, evaluated where the cursor is when it is asked. */
  private final class Frozen implements TokenLaw {
    private final StateLaw law;
    private final Consumer<StateLaw> evaluation;
    private long evaluatedAt; // by the number of moves

    Frozen(int widest, Consumer<StateLaw> evaluation) {
      this.law = new StateLaw(widest);
      this.evaluation = evaluation;
    }

    private StateLaw here() {
      if (evaluatedAt != moves) {
        evaluation.accept(law);
        evaluatedAt = moves;
      }
      return law;
    }

    @Override
    public int draw(RandomStream random) {
      return here().draw(random);
    }

    @Override
    public double probability(int k) {
      return here().probability(k);
    }

    @Override
    public double log(int k) {
      return here().log(k);
    }
  }

  @Override
  public TokenLaw student(double[] theta) {
    here().student().logits(theta, student.logits());
    student.ofLogits(degree());
    if (!student.isFinite()) {
      studentCheck.at(here().state(), here().student(), theta);
      throw TargetBatches.unexplained("a logit of the student", Double.NaN);
    }
    return student;
  }

  @Override
  public void pullback(int step, double[] theta, double[] coefficients, double[] out) {
    KnownState at = path[step];
    at.student().gradients(theta, studentRows);
    for (int k = 0, j = 0; k < at.degree(); k++) {
      for (int i = 0; i < out.length; i++, j++) {
        out[i] += coefficients[k] * studentRows[j];
      }
    }
  }

  @Override
  public double logOdds(int c1, int c0, double[] w, double[] z) {
    here().calibration().logits(w, logits);
    here().calibration().gradients(w, calibrationRows);
    int d = z.length;
    for (int i = 0; i < d; i++) {
      z[i] = calibrationRows[c1 * d + i] - calibrationRows[c0 * d + i];
    }
    return logits[c1] - logits[c0];
  }

  @Override
  public double reward() {
    checkState(!open && length > 0, "the answer is not complete");
    checkState(verifier != null, "rewards exist on source prompts only");
    KnownState from = path[length - 1];
    return verifier.query(from.state().prompt(), forest.answer(from, last));
  }

  @Override
  public long queries() {
    return verifier == null ? 0 : verifier.queries();
  }
}

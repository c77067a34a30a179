package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/**
 * Teaches the solution of the equations that exact rewards give, once they prove it, and else the
 * last iterate. Under Assumption 1 k verified answers of one prompt give k − 1 equations that w*
 * solves (claim E12), so every answer beyond those that determine w is an exact test of the
 * assumption. As soon as there is one such test the equations are solved by {@link
 * RewardRegression}; the solution teaches if it explains all rewards to rounding, and for as long
 * as it predicts every further reward.
 *
 * <p>The iterate never hears of it. It teaches where nothing can be proven: before there is a test,
 * where the source has no equation to spare, where the verifier is noisy, and for good after one
 * reward that the solution does not predict or after two solutions in vain.
 */
final class ProvenTeaching implements Teaching.InRun {
  private static final double ROUNDING = 1e-9; // of rewards
  private static final int ATTEMPTS = 2; // at a solution: with one test, and with D more

  private final LearningProblem problem;
  private final Forest forest;
  private final EdgeLaw reference;
  private final double[] iterate;
  private final double[] taught;
  private final double[] answers; // leaf edges of different answers, in their order
  private final double[] rewards;
  private final double[] status; // answers; prompts; attempts in vain; is open; is proven
  private final boolean[] isKnown; // by edge: whether it is among the answers
  private final int[] firsts; // by root: the place of its first answer, from 1; 0 if there is none
  private Scores solution; // at what is taught, if proven

  ProvenTeaching(Run run, double[] iterate) {
    this.problem = run.problem();
    this.forest = problem.source().forest();
    this.reference = problem.source().reference();
    this.iterate = iterate;
    this.taught = iterate.clone();
    int prompts = forest.prompts().size();
    int most = testsOf(ATTEMPTS) + iterate.length + prompts;
    run.memory().keep("iterate", iterate);
    this.answers = run.memory().keep("proof-answers", new double[most]);
    this.rewards = run.memory().keep("proof-rewards", new double[most]);
    double[] start = {0, 0, 0, problem.exactRewards() ? 1 : 0, 0};
    this.status = run.memory().keep("proof", start);
    this.isKnown = new boolean[forest.edges()];
    this.firsts = new int[prompts];
    for (int i = 0; i < status[0]; i++) {
      number(i);
    }
    this.solution = isProven() ? Scores.of(problem.source().calibration(), taught) : null;
  }

  private boolean isProven() {
    return status[4] == 1;
  }

  /** The tests from which on an attempt is made; after the last there is none. */
  private int testsOf(int attempt) {
    return 1 + attempt * iterate.length;
  }

  private void number(int place) {
    int leaf = (int) answers[place];
    isKnown[leaf] = true;
    int root = forest.root(leaf);
    firsts[root] = firsts[root] == 0 ? place + 1 : firsts[root];
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    int leaf = s.leaf();
    int first = firsts[forest.root(leaf)];
    if (status[3] == 0 || isKnown[leaf]) {
      return;
    }
    if (isProven() && first > 0) {
      double offset = unexplained((int) answers[first - 1], rewards[first - 1]);
      if (!(Math.abs(unexplained(leaf, reward) - offset) <= ROUNDING)) {
        status[3] = 0; // contradicted
        status[4] = 0;
      }
      return;
    }
    int place = (int) status[0]++;
    answers[place] = leaf;
    rewards[place] = reward;
    number(place);
    status[1] += first == 0 ? 1 : 0;
    double tests = status[0] - status[1] - iterate.length; // if the equations determine w
    if (!isProven() && tests >= testsOf((int) status[2])) {
      solve();
      boolean more = status[2] < ATTEMPTS && tests < testsOf(ATTEMPTS);
      status[3] = isProven() || more ? 1 : 0;
    }
  }

  /** What of a reward the solution does not explain; the same for all answers of a prompt. */
  private double unexplained(int leaf, double reward) {
    return problem.lambda() * (solution.logLikelihood(leaf) - reference.logPath(leaf)) - reward;
  }

  private void solve() {
    RewardRegression equations = RewardRegression.of(problem);
    for (int i = 0; i < status[0]; i++) {
      equations.add((int) answers[i], rewards[i]);
    }
    double[] w = iterate.clone();
    equations.solve(w);
    if (equations.tests() > 0 && equations.residual() <= ROUNDING) {
      status[4] = 1;
      Vectors.copy(w, taught);
      solution = Scores.of(problem.source().calibration(), taught);
    } else if (equations.determines()) { // else the next answer may
      status[2]++;
    }
  }

  @Override
  public void add(long t) {
    if (!isProven()) {
      Vectors.copy(iterate, taught);
    }
  }

  @Override
  public double[] calibration() {
    return taught;
  }
}

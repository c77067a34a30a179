package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.RunningLedger;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.problem.LearningProblem;
import java.util.Optional;

/**
 * What the round and its parts share in one run: the problem, the walks and batches on its trees,
 * the random streams, the memory, the verifier's replies and the ledger.
 */
public final class Run {
  private final LearningProblem problem;
  private final Engine engine;
  private final Draws draws;
  private final Memory memory;
  private final RunningLedger ledger;
  private final long firstStage;
  private Optional<Replies> replies = Optional.empty();

  /**
   * Describes a run that distils from its first round on, with an empty ledger.
   *
   * @param problem the problem
   * @param engine the walks and batches on its trees
   * @param draws the random streams of the run
   * @param memory where parts keep what they remember
   */
  Run(LearningProblem problem, Engine engine, Draws draws, Memory memory) {
    this(problem, engine, draws, memory, new RunningLedger(Ledger.EMPTY), 0);
  }

  /**
   * Describes a run.
   *
   * @param problem the problem
   * @param engine the walks and batches on its trees
   * @param draws the random streams of the run
   * @param memory where parts keep what they remember
   * @param ledger what has been spent so far
   * @param firstStage the rounds before the first one that distils
   */
  Run(
      LearningProblem problem,
      Engine engine,
      Draws draws,
      Memory memory,
      RunningLedger ledger,
      long firstStage) {
    this.problem = problem;
    this.engine = engine;
    this.draws = draws;
    this.memory = memory;
    this.ledger = ledger;
    this.firstStage = firstStage;
  }

  /** {@return the problem} */
  public LearningProblem problem() {
    return problem;
  }

  /**
   * {@return the walks and batches on the trees; a part asks for them in its rounds, not before}
   */
  public Engine engine() {
    return engine;
  }

  /** {@return the random streams of the run} */
  public Draws draws() {
    return draws;
  }

  /** {@return where a part keeps what it remembers} */
  public Memory memory() {
    return memory;
  }

  RunningLedger ledger() {
    return ledger;
  }

  /** The verifier's replies, which are kept once a part has asked for them; on whole trees. */
  Replies replies() {
    if (replies.isEmpty()) {
      Replies all = new Replies(problem.source().forest());
      memory.keep("replies", all.memory());
      replies = Optional.of(all);
    }
    return replies.get();
  }

  /** The replies if a part has asked for them. */
  Optional<Replies> replyStore() {
    return replies;
  }

  /**
   * Returns a round as the student's steps and budgets count it.
   *
   * @param t the round of the run, which names random streams
   * @return the number of rounds that have distilled before
   */
  public long stage(long t) {
    return t - firstStage;
  }

  /**
   * Refuses trees that grow where they are walked.
   *
   * @param what the setting that needs whole trees, as it is written
   * @param instead what can be set in its place
   */
  public void requireWhole(String what, String instead) {
    checkArgument(
        engine.isWhole(),
        "%s needs whole trees, and these forests grow where they are walked: set %s instead,"
            + " or take the preset practical-by-rollouts",
        what,
        instead);
  }
}

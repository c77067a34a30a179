package dev.ccl.core.random;

/**
 * Purposes of random streams: the draws of Algorithms 1 and 2, and the framework's own.
 *
 * <p>The code, not the order of declaration, enters the key of a stream. A code once released keeps
 * its meaning for ever, because changing it changes every seeded run.
 */
public enum Purpose {
  /** The source prompt i_t (line:br-design). */
  SOURCE_INDEX(1),
  /** The branching position h_t (line:br-design). */
  BRANCH_POSITION(2),
  /** The teacher's answer on the source prompt (line:br-teacher). */
  TEACHER_ROLLOUT(3),
  /** The student's alternative token c_{t,0}. */
  STUDENT_ALTERNATIVE(4),
  /** The label Y_t, which of the two tokens is continued (line:br-choice). */
  BRANCH_CHOICE(5),
  /** The reference model's completion of the selected branch (line:br-reference). */
  COMPLETION(6),
  /** The uniform variable U_t of the acceptance test (line:br-accept). */
  ACCEPTANCE(7),
  /** The batch of the student gradient (line:br-kl). */
  GRADIENT_BATCH(8),
  /** The exploring candidate, uniform on the student's set (line:br-exploration). */
  EXPLORATION(9),
  /** The validation batch of the first candidate (line:br-evaluation). */
  VALIDATION_FIRST(10),
  /** The validation batch of the second candidate (line:br-evaluation). */
  VALIDATION_SECOND(11),
  /** The prompt and answer of a direct-matching step (alg:sm-temperature). */
  DIRECT_MATCHING(12),
  /** The generation of a random instance. */
  INSTANCE(13),
  /** The choice of a starting point, and estimates before the first round. */
  INITIAL_POINT(14),
  /** Estimates made for a report, outside of the algorithm. */
  EVALUATION(15),
  /** The seed and the start of one of several runs that check a claim. */
  REPLICATE(16),
  /** Inputs of tests and of searches for counterexamples. */
  TRIAL(17);

  private final int code;

  Purpose(int code) {
    this.code = code;
  }

  /** Returns the number that enters the key of a stream, different for every purpose. */
  int code() {
    return code;
  }
}

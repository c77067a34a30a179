package dev.ccl.lm.task;

/** The reward of an answer: exact and deterministic, the R(x, a) of the paper. */
@FunctionalInterface
public interface Verifier {
  /**
   * Judges an answer.
   *
   * @param question the question
   * @param answer the answer as text, its opening not included
   * @return the reward, in [0,1]
   * @throws VerifierException if the answer cannot be judged
   */
  double reward(Question question, String answer);

  /**
   * Judges an answer and refuses a reward outside [0,1]. A verifier that breaks has not judged.
   *
   * @param question the question
   * @param answer the answer as text
   * @return the reward, in [0,1]
   * @throws VerifierException if the answer cannot be judged or the reward is none
   */
  default double checked(Question question, String answer) {
    double reward;
    try {
      reward = reward(question, answer);
    } catch (VerifierException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new VerifierException("the verifier fails: " + e);
    }
    if (!(reward >= 0 && reward <= 1)) {
      throw new VerifierException("the reward " + reward + " is outside [0,1]");
    }
    return reward + 0.0; // no negative zero
  }
}

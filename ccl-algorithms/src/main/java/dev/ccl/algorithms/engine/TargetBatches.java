package dev.ccl.algorithms.engine;

import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.random.Purpose;

/**
 * Batches of student rollouts on the target prompts, each compared with one calibration. A
 * workspace of one run, which may use threads inside; no result depends on their number.
 */
public interface TargetBatches extends AutoCloseable {
  /**
   * Sets the calibration with which the following batches are compared.
   *
   * @param w the calibration; read
   */
  void calibrate(double[] w);

  /**
   * Returns the mean cost of one batch.
   *
   * @param theta the student; read
   * @param batch its size and name
   * @param purpose the purpose of its streams
   * @return the mean of Z
   */
  double cost(double[] theta, Rollouts batch, Purpose purpose);

  /**
   * Computes the mean costs of two candidates, each from a batch of its own (line:br-evaluation).
   * The purposes are {@link Purpose#VALIDATION_FIRST} and {@link Purpose#VALIDATION_SECOND}.
   *
   * @param first ϑ<sub>1</sub>; read
   * @param second ϑ<sub>2</sub>; read
   * @param batch the size of each batch and their name
   * @param out overwritten with Ĉ<sub>1</sub>, Ĉ<sub>2</sub>
   */
  void costs(double[] first, double[] second, Rollouts batch, double[] out);

  /**
   * Computes the mean of score times cost of one batch (line:br-student-gradient). The purpose is
   * {@link Purpose#GRADIENT_BATCH}.
   *
   * @param theta the student; read
   * @param batch its size and name
   * @param credit by which cost the score of a token is multiplied
   * @param out overwritten with ĝ
   * @return the mean cost of the batch
   */
  double gradient(double[] theta, Rollouts batch, Credit credit, double[] out);

  /**
   * Computes the Fisher information E[SSᵀ] of the student's answers (eq:ced-score-moment). The
   * purpose is {@link Purpose#GRADIENT_BATCH}: the answers are those of the gradient.
   *
   * @param theta the student; read
   * @param batch its size and name
   * @param matrix overwritten, row-major
   */
  void information(double[] theta, Rollouts batch, double[] matrix);

  /** {@return the largest number of rollouts through one edge in the batches of the last call} */
  double largestCount();

  /**
   * Says that a number cannot be used although no state is to blame for it now.
   *
   * @param what what has the number
   * @param number the number
   * @return the exception
   */
  static BrokenPartException unexplained(String what, double number) {
    return new BrokenPartException(
        what
            + " is "
            + number
            + (Double.isFinite(number)
                ? ", but a family has changed the parameter that it was given to read"
                : ", although all logits and gradients are finite now: numbers on the way are too"
                    + " large, or a family does not answer the same twice"));
  }

  /** Ends the threads of the workspace, if any. */
  @Override
  void close();
}

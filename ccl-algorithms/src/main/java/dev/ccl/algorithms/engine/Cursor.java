package dev.ccl.algorithms.engine;

import dev.ccl.core.random.RandomStream;

/**
 * A walk from a prompt to a complete answer on one side of a problem. A cursor is a workspace of
 * one thread and allocates nothing once it knows the states it walks.
 *
 * <p>A walk ends where one answer is left: behind the last free token, whatever forced tokens
 * follow. The cursor remembers the states of the present walk by their step, 0 for the prompt.
 */
public interface Cursor {
  /** {@return the number of prompts of this side, repetitions counted, n or m} */
  int prompts();

  /**
   * {@return the largest number of legal tokens of a state, the length that arrays by token need}
   */
  int widest();

  /**
   * Begins a walk.
   *
   * @param i the place of a prompt in the list, below {@link #prompts}
   */
  void start(int i);

  /**
   * Prepares walks that follow the teacher: on growing trees the states that they will visit become
   * known level by level, with one call of each frozen model per level. No result depends on it,
   * and the cursor is to be started afterwards.
   *
   * @param prompts the prompt of each walk, as for {@link #start}
   * @param random the stream of each walk; used up
   */
  default void prepare(int[] prompts, RandomStream[] random) {}

  /** {@return the place of the present walk's prompt among the distinct ones of this side} */
  int prompt();

  /**
   * Tells whether there is a token to choose.
   *
   * @return whether more than one answer is left; only then the state has laws
   */
  boolean isOpen();

  /** {@return the number of tokens followed so far, the step of the state where the cursor is} */
  int length();

  /** {@return the number of legal tokens, |𝓑(s)|} */
  int degree();

  /**
   * Appends a token.
   *
   * @param k its place among the legal tokens
   */
  void follow(int k);

  /** {@return the frozen teacher here, π<sub>tea</sub>(·|s)} */
  TokenLaw teacher();

  /** {@return the reference here, π<sub>pre</sub>(·|s)} */
  TokenLaw reference();

  /**
   * Returns a student here.
   *
   * @param theta θ; read, and to be left as it is while the law is in use
   * @return π<sub>stu,θ</sub>(·|s), valid until the cursor moves or is asked for another student
   */
  TokenLaw student(double[] theta);

  /**
   * Computes the gradients of the teacher's class here.
   *
   * @param w the calibration; read
   * @param rows overwritten from its beginning: ∇<sub>w</sub> of the logit of each legal token, one
   *     behind the other
   */
  void calibrationGradients(double[] w, double[] rows);

  /**
   * Pulls coefficients of the student's logits at a state of the present walk back to Θ.
   *
   * @param step the step of the state, below {@link #length} or equal to it
   * @param theta θ; read
   * @param coefficients one number c<sub>k</sub> per legal token of that state; read
   * @param out increased by Σ<sub>k</sub> c<sub>k</sub> ∇f<sub>θ</sub>(s, a<sub>k</sub>)
   */
  void pullback(int step, double[] theta, double[] coefficients, double[] out);
}

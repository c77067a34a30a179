package dev.ccl.lm.task;

/** An answer that a verifier could not judge: the message says which and why. */
public final class VerifierException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message what went wrong
   */
  public VerifierException(String message) {
    super(message);
  }
}

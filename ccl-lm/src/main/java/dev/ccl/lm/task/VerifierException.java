package dev.ccl.lm.task;

/** An answer that a verifier could not judge: the message says which and why. */
public final class VerifierException extends RuntimeException {
  private static final long serialVersionUID = 2;

  private final boolean timeout;

  /**
   * Creates an exception.
   *
   * @param message what went wrong
   */
  public VerifierException(String message) {
    this(message, false);
  }

  private VerifierException(String message, boolean timeout) {
    super(message);
    this.timeout = timeout;
  }

  /**
   * Creates an exception of a verifier whose time was over.
   *
   * @param message what went wrong
   * @return the exception
   */
  public static VerifierException timeout(String message) {
    return new VerifierException(message, true);
  }

  /** {@return whether the verifier's time was over} */
  public boolean isTimeout() {
    return timeout;
  }
}

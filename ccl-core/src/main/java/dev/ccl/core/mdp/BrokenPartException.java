package dev.ccl.core.mdp;

/**
 * Says that a part of a problem (a policy family, a feature map, the reference, the verifier, a
 * part of a learner) has broken its contract, so that no number may be made of what it returns.
 */
public final class BrokenPartException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message one line that names the part, the state and the rule
   */
  public BrokenPartException(String message) {
    super(message);
  }

  /**
   * Says in which round a run has ended.
   *
   * @param t the round, which has not been done
   * @return the exception with the round in its message
   */
  public BrokenPartException inRound(long t) {
    BrokenPartException named = new BrokenPartException("round " + t + ": " + getMessage());
    named.initCause(this);
    return named;
  }

  /**
   * Returns the name of a part's class, of an anonymous one as well.
   *
   * @param part any object
   * @return the name without the package
   */
  public static String nameOf(Object part) {
    String name = part.getClass().getName();
    int lambda = name.indexOf("$$Lambda"); // what follows is another in each process
    String whole = lambda < 0 ? name : name.substring(0, lambda + "$$Lambda".length());
    return whole.substring(whole.lastIndexOf('.') + 1);
  }
}

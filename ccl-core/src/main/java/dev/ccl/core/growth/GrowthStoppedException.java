package dev.ccl.core.growth;

/** Says that the known states have reached the limit of their budget, and what to change. */
public final class GrowthStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GrowthStoppedException(String message) {
    super(message);
  }
}

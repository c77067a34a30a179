package dev.ccl.algorithms;

/** Stands in until the package has its first public type. */
public final class Placeholder {

  private Placeholder() {}
}

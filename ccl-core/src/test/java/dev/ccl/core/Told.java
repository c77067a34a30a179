package dev.ccl.core;

import dev.ccl.judge.Recorded;

/** What attempts are told, one line each: that they are fine, or why not. */
final class Told {
  private final StringBuilder lines = new StringBuilder();

  /** Something that may be refused. */
  interface Attempt {
    Object run() throws Exception;
  }

  /** Something that takes a number. */
  interface OfNumber {
    Object at(double x) throws Exception;
  }

  void limits(String what, OfNumber call, double... numbers) {
    for (double x : numbers) {
      said(what + " " + x, () -> call.at(x));
    }
  }

  void said(String what, Attempt attempt) {
    String said;
    try {
      attempt.run();
      said = "fine";
    } catch (Exception e) {
      said = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    lines.append(what).append(" -> ").append(said).append('\n');
  }

  void check(Class<?> test, String name) {
    Recorded.check(test, name, lines.toString());
  }
}

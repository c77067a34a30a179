package dev.ccl.bench;

/** Something whose time is measured. Its result is used, so that no compiler can leave it out. */
@FunctionalInterface
interface Operation {
  /**
   * Does it once.
   *
   * @return a number that depends on the work
   */
  double run();
}

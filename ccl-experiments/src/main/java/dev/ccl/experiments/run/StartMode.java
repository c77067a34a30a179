package dev.ccl.experiments.run;

/** What may be in the directory of a run when it begins. */
public enum StartMode {
  /** Nothing: the directory does not exist or is empty. */
  FRESH,
  /** Nothing, or the same run, be it interrupted or finished. */
  RESUMED
}

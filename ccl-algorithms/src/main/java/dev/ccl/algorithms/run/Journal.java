package dev.ccl.algorithms.run;

import java.util.Optional;

/** Where {@link Replicates} keeps what it reaches. Different seeds come from different threads. */
public interface Journal {
  /** {@return how often a replicate in progress is kept, the cadence} */
  Cadence cadence();

  /**
   * Looks up how far a replicate is.
   *
   * @param seed its seed
   * @return what was kept last, if anything
   */
  Optional<Replicate> find(long seed);

  /**
   * Keeps a replicate in place of what was kept of its seed before.
   *
   * @param replicate in progress or at its last round
   */
  void keep(Replicate replicate);
}

package dev.ccl.core.growth;

import dev.ccl.core.mdp.State;

/** The memory of a known state beside the answers of frozen models, with compressed references. */
final class Footprint {
  private static final int STATE = 64 + 32; // GrownState, PathKey
  private static final int PREFIX = 24 + 24 + 16; // State, ImmutableIntArray, array without entries
  private static final int KERNELS = 2 * 40;
  private static final int CHILD = 24; // its places in the arrays of the parent

  private Footprint() {}

  static int of(State state) {
    return STATE + PREFIX + KERNELS + CHILD + 4 * state.prefix().length();
  }
}

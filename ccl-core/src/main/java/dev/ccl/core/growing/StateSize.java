package dev.ccl.core.growing;

import dev.ccl.core.mdp.State;

/**
 * Estimate of a known state's bytes, without its rows of frozen models; references are compressed.
 */
final class StateSize {
  private static final int STATE = 64 + 32; // KnownState, PathKey
  private static final int PREFIX = 24 + 24 + 16; // State, ImmutableIntArray, array without entries
  private static final int KERNELS = 2 * 40;
  private static final int CHILD = 24; // its places in the arrays of the parent

  private StateSize() {}

  static int of(State state) {
    return STATE + PREFIX + KERNELS + CHILD + 4 * state.prefix().length();
  }
}

package dev.ccl.core.growing;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.random.PathKey;
import java.util.Arrays;

/**
 * A known state s: its legal tokens and the policies there, for any parameter. Its identity is its
 * place in the tree, so two states are never mistaken for each other.
 */
public final class KnownState {
  /** Stands behind a token with which the answer is determined. */
  static final KnownState END = new KnownState(null, null, -1);

  private static final int[] NO_TOKENS = {};
  private static final KnownState[] NO_CHILDREN = {};

  private final State state;
  private final PathKey key;
  private final int root;
  private StateKernel student;
  private StateKernel calibration;
  private double[] reference;
  private int[] places = NO_TOKENS; // of the children, in increasing order
  private KnownState[] children = NO_CHILDREN;
  long visited; // the time of the last visit; that of a child is never later
  int bytes;

  KnownState(State state, PathKey key, int root) {
    this.state = state;
    this.key = key;
    this.root = root;
  }

  void learn(StateKernel ofStudent, StateKernel ofCalibration, double[] ofReference) {
    student = ofStudent;
    calibration = ofCalibration;
    reference = ofReference;
  }

  /** {@return the prefix, s} */
  public State state() {
    return state;
  }

  /** {@return the number of legal tokens, |𝓑(s)|} */
  public int degree() {
    return state.legal().length();
  }

  /** {@return the key of the path to this state, the same in every run} */
  PathKey key() {
    return key;
  }

  /** {@return the kernel of π<sub>stu,θ</sub>(·|s), the student's class here} */
  public StateKernel student() {
    return student;
  }

  /** {@return the kernel of π<sub>w</sub>(·|s), the teacher's class here} */
  public StateKernel calibration() {
    return calibration;
  }

  /**
   * Returns the reference's probability of a token.
   *
   * @param k the place of the token
   * @return π<sub>pre</sub>(a<sub>k</sub>|s), known after {@link GrowingForest#refer}
   */
  public double reference(int k) {
    return reference[k];
  }

  boolean isReferred() {
    return reference != null;
  }

  void refer(double[] ofReference) {
    reference = ofReference;
  }

  /** The place of the prompt. */
  int root() {
    return root;
  }

  /** The child behind the k-th token, {@link #END}, or null if it is not known. */
  KnownState child(int k) {
    int at = Arrays.binarySearch(places, k);
    return at < 0 ? null : children[at];
  }

  void attach(int k, KnownState child) {
    int at = -1 - Arrays.binarySearch(places, k);
    int n = places.length;
    int[] morePlaces = Arrays.copyOf(places, n + 1);
    KnownState[] more = Arrays.copyOf(children, n + 1);
    System.arraycopy(places, at, morePlaces, at + 1, n - at);
    System.arraycopy(children, at, more, at + 1, n - at);
    morePlaces[at] = k;
    more[at] = child;
    places = morePlaces;
    children = more;
  }

  void detach(int k) {
    int at = Arrays.binarySearch(places, k);
    int n = places.length;
    int[] fewerPlaces = Arrays.copyOf(places, n - 1);
    KnownState[] fewer = Arrays.copyOf(children, n - 1);
    System.arraycopy(places, at + 1, fewerPlaces, at, n - 1 - at);
    System.arraycopy(children, at + 1, fewer, at, n - 1 - at);
    places = fewerPlaces;
    children = fewer;
  }

  int known() {
    return places.length;
  }

  int place(int i) {
    return places[i];
  }

  KnownState knownChild(int i) {
    return children[i];
  }
}

package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Vectors;
import java.util.Arrays;

/**
 * A listed state of a prompt: its prefix, its legal tokens and, for each of them, both feature
 * vectors and the reference probability.
 */
public final class StateTable {
  private final ImmutableIntArray prefix;
  private final ImmutableIntArray tokens;
  private final double[] phi;
  private final double[] phiStu;
  private final double[] pre;

  private StateTable(
      ImmutableIntArray prefix,
      ImmutableIntArray tokens,
      double[] phi,
      double[] phiStu,
      double[] pre) {
    this.prefix = prefix;
    this.tokens = tokens;
    this.phi = phi;
    this.phiStu = phiStu;
    this.pre = pre;
  }

  /**
   * Returns a state.
   *
   * @param prefix the tokens before it
   * @param tokens its legal tokens, K of them
   * @param phi the calibration features, row-major, K rows; read
   * @param phiStu the student features, row-major, K rows; read
   * @param pre the reference probabilities; read
   * @return the state
   */
  public static StateTable of(
      ImmutableIntArray prefix,
      ImmutableIntArray tokens,
      double[] phi,
      double[] phiStu,
      double[] pre) {
    return owning(prefix, tokens, phi.clone(), phiStu.clone(), pre.clone());
  }

  /** Returns a state that keeps the arrays themselves. */
  static StateTable owning(
      ImmutableIntArray prefix,
      ImmutableIntArray tokens,
      double[] phi,
      double[] phiStu,
      double[] pre) {
    int k = tokens.length();
    checkArgument(
        k > 0 && phi.length % k == 0 && phiStu.length % k == 0 && pre.length == k,
        "the rows do not fit %s tokens",
        k);
    return new StateTable(prefix, tokens, phi, phiStu, pre);
  }

  /** Returns this state with features of single precision. */
  StateTable inSinglePrecision() {
    double[] shortPhi = Arrays.stream(phi).map(Vectors::single).toArray();
    double[] shortPhiStu = Arrays.stream(phiStu).map(Vectors::single).toArray();
    return new StateTable(prefix, tokens, shortPhi, shortPhiStu, pre);
  }

  /** {@return the tokens before the state, a<sub>1:h-1</sub>} */
  public ImmutableIntArray prefix() {
    return prefix;
  }

  /** {@return the legal tokens 𝓑(s), in the order of the rows} */
  public ImmutableIntArray tokens() {
    return tokens;
  }

  /**
   * Copies φ(s,·).
   *
   * @param out overwritten, row-major
   */
  public void phi(double[] out) {
    System.arraycopy(phi, 0, out, 0, phi.length);
  }

  /**
   * Copies φ<sub>stu</sub>(s,·).
   *
   * @param out overwritten, row-major
   */
  public void phiStu(double[] out) {
    System.arraycopy(phiStu, 0, out, 0, phiStu.length);
  }

  /**
   * Copies π<sub>pre</sub>(·|s).
   *
   * @param out overwritten, one number per token
   */
  public void pre(double[] out) {
    System.arraycopy(pre, 0, out, 0, pre.length);
  }

  /**
   * Returns one calibration feature.
   *
   * @param k the token's place
   * @param i the coordinate
   * @return φ<sub>i</sub>(s, a<sub>k</sub>)
   */
  public double phi(int k, int i) {
    return phi[k * (phi.length / tokens.length()) + i];
  }

  /**
   * Returns one student feature.
   *
   * @param k the token's place
   * @param i the coordinate
   * @return φ<sub>stu,i</sub>(s, a<sub>k</sub>)
   */
  public double phiStu(int k, int i) {
    return phiStu[k * (phiStu.length / tokens.length()) + i];
  }

  /**
   * Returns one reference probability.
   *
   * @param k the token's place
   * @return π<sub>pre</sub>(a<sub>k</sub>|s)
   */
  public double pre(int k) {
    return pre[k];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateTable
        && ((StateTable) other).prefix.equals(prefix)
        && ((StateTable) other).tokens.equals(tokens)
        && Arrays.equals(((StateTable) other).phi, phi)
        && Arrays.equals(((StateTable) other).phiStu, phiStu)
        && Arrays.equals(((StateTable) other).pre, pre);
  }

  @Override
  public int hashCode() {
    return 31 * prefix.hashCode() + tokens.hashCode();
  }
}

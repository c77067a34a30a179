package dev.ccl.testkit.naive;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.StateTable;

/** One prefix state of one prompt with everything that the tables say about its legal tokens. */
public final class Node {
  private final int index;
  private final String prompt;
  private final ImmutableIntArray prefix;
  private final int[] tokens;
  private final double[][] phi;
  private final double[][] phiStu;
  private final double[] pre;

  private Node(
      int index,
      String prompt,
      ImmutableIntArray prefix,
      int[] tokens,
      double[][] phi,
      double[][] phiStu,
      double[] pre) {
    this.index = index;
    this.prompt = prompt;
    this.prefix = prefix;
    this.tokens = tokens;
    this.phi = phi;
    this.phiStu = phiStu;
    this.pre = pre;
  }

  static Node listed(int index, String prompt, StateTable table, int bigD, int d) {
    int k = table.tokens().length();
    double[][] phi = new double[k][bigD];
    double[][] phiStu = new double[k][d];
    double[] pre = new double[k];
    for (int a = 0; a < k; a++) {
      for (int i = 0; i < bigD; i++) {
        phi[a][i] = table.phi(a, i);
      }
      for (int i = 0; i < d; i++) {
        phiStu[a][i] = table.phiStu(a, i);
      }
      pre[a] = table.pre(a);
    }
    return new Node(index, prompt, table.prefix(), table.tokens().toArray(), phi, phiStu, pre);
  }

  static Node padding(
      int index, String prompt, ImmutableIntArray prefix, int pad, int bigD, int d) {
    return new Node(
        index,
        prompt,
        prefix,
        new int[] {pad},
        new double[1][bigD],
        new double[1][d],
        new double[] {1.0});
  }

  int index() {
    return index;
  }

  /** {@return the id of the prompt, x} */
  public String prompt() {
    return prompt;
  }

  /** {@return the tokens before the state, a<sub>1:h-1</sub>} */
  public ImmutableIntArray prefix() {
    return prefix;
  }

  /** {@return the number of legal tokens, |𝓑(s)|} */
  public int size() {
    return tokens.length;
  }

  /**
   * Returns a legal token.
   *
   * @param k its place
   * @return its number in the vocabulary
   */
  public int token(int k) {
    return tokens[k];
  }

  /**
   * Returns the place of a token.
   *
   * @param token its number in the vocabulary
   * @return its place, or -1 if it is illegal here
   */
  public int place(int token) {
    for (int k = 0; k < tokens.length; k++) {
      if (tokens[k] == token) {
        return k;
      }
    }
    return -1;
  }

  /**
   * Returns φ(s,a).
   *
   * @param k the token's place
   * @return the feature vector itself, not to be written to
   */
  public double[] phi(int k) {
    return phi[k];
  }

  /**
   * Returns φ<sub>stu</sub>(s,a).
   *
   * @param k the token's place
   * @return the feature vector itself, not to be written to
   */
  public double[] phiStu(int k) {
    return phiStu[k];
  }

  /**
   * Returns π<sub>pre</sub>(a|s).
   *
   * @param k the token's place
   * @return its probability
   */
  public double pre(int k) {
    return pre[k];
  }

  /**
   * Returns z = φ(s,c<sub>1</sub>) − φ(s,c<sub>0</sub>).
   *
   * @param c1 the place of one token
   * @param c0 the place of another, or the same
   * @return a fresh vector
   */
  public double[] difference(int c1, int c0) {
    double[] z = phi[c1].clone();
    for (int i = 0; i < z.length; i++) {
      z[i] -= phi[c0][i];
    }
    return z;
  }

  @Override
  public String toString() {
    return "(" + prompt + ", " + prefix + ")";
  }
}

package dev.ccl.policies;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import java.util.Arrays;
import java.util.List;

/**
 * One parameter a state and legal token: f<sub>θ</sub>(s,a) = θ<sub>(s,a)</sub>. It is the linear
 * class with one-hot features, so the bounds are r, 1 and 0 on a set of radius r; the first is
 * sharper where the set bounds single coordinates. States whose continuation is forced have no
 * parameter.
 */
public final class TabularSoftmax implements LinearFamily, BoundedDerivatives {
  private final ImmutableMap<State, Integer> offsets; // place of the state's first parameter
  private final int dimension;

  private TabularSoftmax(ImmutableMap<State, Integer> offsets, int dimension) {
    this.offsets = offsets;
    this.dimension = dimension;
  }

  /**
   * Returns the class of all policies on the answers to some prompts. The parameters are ordered
   * like the edges of {@code Forest.complete(mdp, prompts)}.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts
   * @return the family
   */
  public static TabularSoftmax of(TokenMdp mdp, List<Prompt> prompts) {
    Forest forest = Forest.complete(mdp, prompts);
    ImmutableMap.Builder<State, Integer> offsets = ImmutableMap.builder();
    forest.forEachNode((s, state) -> offsets.put(state, forest.firstEdge(s)));
    return new TabularSoftmax(offsets.buildOrThrow(), forest.edges());
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /**
   * Returns the place of a state's first parameter; the others follow in the order of the tokens.
   *
   * @param state a state
   * @return the place, or -1 for a state with one legal token that has no parameter
   */
  int offset(State state) {
    Integer offset = offsets.get(state);
    checkArgument(
        offset != null || state.legal().length() <= 1, "the table has no state %s", state);
    return offset == null ? -1 : offset;
  }

  @Override
  public void logits(double[] theta, State state, double[] out) {
    int at = offset(state);
    if (at < 0) {
      out[0] = 0;
    } else {
      System.arraycopy(theta, at, out, 0, state.legal().length());
    }
  }

  @Override
  public void gradients(double[] theta, State state, double[] out) {
    int at = offset(state);
    int k = state.legal().length();
    Arrays.fill(out, 0, k * dimension, 0.0);
    for (int a = 0; a < k && at >= 0; a++) {
      out[a * dimension + at + a] = 1;
    }
  }

  @Override
  public EdgeModel on(Forest forest) {
    return new TabularModel(this, forest);
  }

  @Override
  public double logitBound(ConvexSet set) {
    double largest = 0;
    for (int i = 0; i < dimension; i++) {
      largest = Math.max(largest, set.radius(i, i + 1));
    }
    return largest;
  }

  @Override
  public double gradientBound(ConvexSet set) {
    return 1;
  }

  @Override
  public double hessianBound(ConvexSet set) {
    return 0;
  }
}

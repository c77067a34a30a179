package dev.ccl.algorithms.engine;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateKernel;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Looks for states at which a family breaks its contract: its logits and gradients are finite, the
 * same when they are asked for again, and the parameter is only read. Runs look at one state now
 * and then, and at all of them where a number is not finite.
 */
final class FamilyCheck {
  private static final int SHOWN = 6; // coordinates of a parameter

  private final String family;
  private final int dimension;

  private FamilyCheck(String family, int dimension) {
    this.family = family;
    this.dimension = dimension;
  }

  /**
   * Returns the check of a family.
   *
   * @param owner whose family it is: "student" or "teacher"
   * @param family the family
   * @return the check
   */
  static FamilyCheck of(String owner, PolicyFamily family) {
    return new FamilyCheck(
        "the " + owner + "'s family " + BrokenPartException.nameOf(family), family.dimension());
  }

  /**
   * Checks a family at one state.
   *
   * @param state the state
   * @param kernel the family there
   * @param parameter the parameter; read
   * @throws BrokenPartException if the family breaks its contract
   */
  void at(State state, StateKernel kernel, double[] parameter) {
    if (!Vectors.isFinite(parameter)) {
      throw new BrokenPartException(family + " is given the parameter " + text(parameter));
    }
    int degree = state.legal().length();
    check("logit", 1, new double[2][degree], kernel::logits, state, parameter);
    check(
        "gradient",
        dimension,
        new double[2][degree * dimension],
        kernel::gradients,
        state,
        parameter);
  }

  private void check(
      String what,
      int width,
      double[][] out,
      BiConsumer<double[], double[]> question,
      State state,
      double[] parameter) {
    for (double[] answer : out) {
      double[] copy = parameter.clone();
      question.accept(copy, answer);
      if (!Arrays.equals(copy, parameter)) {
        throw broken(
            "writes into its parameter when asked for the " + what + "s", state, parameter);
      }
    }
    for (int j = 0; j < out[0].length; j++) {
      String number = what + " of token " + state.legal().get(j / width);
      if (!Double.isFinite(out[0][j])) {
        throw broken("has the " + number + " " + out[0][j], state, parameter);
      }
      if (out[0][j] != out[1][j]) {
        String values = out[0][j] + ", then " + out[1][j];
        throw broken("does not repeat the " + number + ": " + values, state, parameter);
      }
    }
  }

  private BrokenPartException broken(String what, State state, double[] parameter) {
    return new BrokenPartException(
        family + " " + what + " at " + state + " for the parameter " + text(parameter));
  }

  private static String text(double[] parameter) {
    String shown = Arrays.toString(Arrays.copyOf(parameter, Math.min(SHOWN, parameter.length)));
    return parameter.length <= SHOWN ? shown : shown.replace("]", ", …]");
  }

  /**
   * Checks a family at one node of a forest.
   *
   * @param model the family on the forest
   * @param node the node
   * @param parameter the parameter; read
   * @throws BrokenPartException if the family breaks its contract
   */
  void at(EdgeModel model, int node, double[] parameter) {
    at(model.forest().state(node), kernel(model, node), parameter);
  }

  /**
   * Checks a family at all nodes of a forest.
   *
   * @param model the family on the forest
   * @param parameter the parameter; read
   * @throws BrokenPartException if the family breaks its contract
   */
  void everywhere(EdgeModel model, double[] parameter) {
    Forest forest = model.forest();
    forest.forEachNode((s, state) -> at(state, kernel(model, s), parameter));
  }

  private static StateKernel kernel(EdgeModel model, int node) {
    return new StateKernel() {
      @Override
      public void logits(double[] theta, double[] out) {
        model.logits(theta, node, node + 1, out);
      }

      @Override
      public void gradients(double[] theta, double[] out) {
        model.gradients(theta, node, out);
      }
    };
  }
}

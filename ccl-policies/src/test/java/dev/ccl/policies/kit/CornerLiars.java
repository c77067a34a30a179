package dev.ccl.policies.kit;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.policies.kit.PolicyLiars.Family;
import dev.ccl.policies.kit.PolicyLiars.Liar;
import dev.ccl.policies.kit.PolicyLiars.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Families whose fault shows in one corner: a part of the set, of the tokens, of the forest. */
final class CornerLiars {
  private CornerLiars() {}

  static ImmutableMap<String, Liar<PolicyFamily>> all() {
    return ImmutableMap.<String, Liar<PolicyFamily>>builder()
        .put("logits too large on the boundary alone", new Liar<>(new AtTheEdge(), "positivity"))
        .put("curvature of the last token too large", new Liar<>(new LastToken(), "Hessian bound"))
        .put("states in an order of its own", new Liar<>(new ParentsFirst(), "many states at once"))
        .put("a logit bound that only ascent reaches", new Liar<>(new NarrowBound(), "logit bound"))
        .put(
            "a kernel with the coefficients of the whole forest",
            new Liar<>(
                PolicyLiars.bound(
                    forest ->
                        new Model(forest) {
                          @Override
                          public void pullback(
                              double[] theta, double[] c, int from, int to, double[] out) {
                            double[] turned = new double[c.length];
                            for (int i = 0; i < c.length; i++) {
                              turned[i] = c[(i + forest().firstEdge(from)) % c.length];
                            }
                            super.pullback(theta, turned, from, to, out);
                          }
                        }),
                "fast path"))
        .put(
            "coefficients used as scratch space",
            new Liar<>(
                PolicyLiars.bound(
                    forest ->
                        new Model(forest) {
                          @Override
                          public void pullback(
                              double[] theta, double[] c, int from, int to, double[] out) {
                            super.pullback(theta, c, from, to, out);
                            for (int i = 0; i < c.length; i++) {
                              c[i] /= 2;
                            }
                          }
                        }),
                "read-only inputs"))
        .put(
            "a direction used as scratch space",
            new Liar<>(
                PolicyLiars.bound(
                    forest ->
                        new Model(forest) {
                          @Override
                          public void curvature(
                              double[] theta,
                              double[] c,
                              double[] v,
                              int from,
                              int to,
                              double[] out) {
                            super.curvature(theta, c, v, from, to, out);
                            v[0] = 0;
                          }
                        }),
                "read-only inputs"))
        .put(
            "gradients of the state before, where many are asked about at once",
            new Liar<>(new LateGradients(), "many states at once"))
        .buildOrThrow();
  }

  /** The last parameter lies in [−1, 1]; inside all is well. */
  private static final class AtTheEdge extends Family {
    @Override
    public void logits(double[] theta, State state, double[] out) {
      super.logits(theta, state, out);
      for (int k = 0; k < state.legal().length() && Math.abs(theta[3]) >= 1; k++) {
        out[k] *= 1e4;
      }
    }
  }

  private static final class LastToken extends Family {
    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {
      super.curvature(theta, state, c, v, out);
      for (int i = 0; i < v.length; i++) {
        out[i] += 100 * c[state.legal().length() - 1] * v[i];
      }
    }
  }

  /** Random starts reach 0.944 of the honest bound, one step from them 0.973, ascents 0.988. */
  private static final class NarrowBound extends Family {
    @Override
    public double logitBound(ConvexSet set) {
      return 0.985 * super.logitBound(set);
    }
  }

  /** Takes it for granted that parents come before their children, as in a forest. */
  private static final class ParentsFirst extends Family {
    @Override
    public List<StateKernel> at(StateBatch frontier) {
      List<State> states = new ArrayList<>(frontier.states());
      states.sort(Comparator.comparingInt(state -> state.prefix().length()));
      return super.at(StateBatch.of(states));
    }
  }

  private static final class LateGradients extends Family {
    @Override
    public List<StateKernel> at(StateBatch frontier) {
      List<StateKernel> honest = super.at(frontier);
      List<StateKernel> kernels = new ArrayList<>(honest);
      for (int i = 1; i < honest.size(); i++) {
        int degree = frontier.states().get(i).legal().length();
        if (frontier.states().get(i - 1).legal().length() == degree) {
          kernels.set(i, mixed(honest.get(i), honest.get(i - 1)));
        }
      }
      return kernels;
    }

    private static StateKernel mixed(StateKernel own, StateKernel before) {
      return new StateKernel() {
        @Override
        public void logits(double[] theta, double[] out) {
          own.logits(theta, out);
        }

        @Override
        public void gradients(double[] theta, double[] out) {
          before.gradients(theta, out);
        }
      };
    }
  }
}

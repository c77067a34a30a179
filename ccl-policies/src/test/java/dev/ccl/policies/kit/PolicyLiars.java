package dev.ccl.policies.kit;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.policies.Arena;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Families with one fault each, and the clause that is meant for it. */
final class PolicyLiars {
  static final TemperedSoftmax HONEST =
      TemperedSoftmax.of(Arena.randomFeatures(3, 4, Arena.FOREST));

  private PolicyLiars() {}

  /** An honest family; a liar overrides one method. */
  static class Family extends ForwardingFamily.Bounded {
    Family() {
      super(HONEST);
    }
  }

  /** Honest kernels; a liar overrides one method. */
  static class Model implements EdgeModel {
    final EdgeModel honest;

    Model(Forest forest) {
      this.honest = HONEST.on(forest);
    }

    @Override
    public Forest forest() {
      return honest.forest();
    }

    @Override
    public int dimension() {
      return honest.dimension();
    }

    @Override
    public void logits(double[] theta, int from, int to, double[] out) {
      honest.logits(theta, from, to, out);
    }

    @Override
    public void gradients(double[] theta, int node, double[] out) {
      honest.gradients(theta, node, out);
    }

    @Override
    public void pushforward(double[] theta, double[] v, int from, int to, double[] out) {
      honest.pushforward(theta, v, from, to, out);
    }

    @Override
    public void pullback(double[] theta, double[] c, int from, int to, double[] out) {
      honest.pullback(theta, c, from, to, out);
    }

    @Override
    public void curvature(double[] theta, double[] c, double[] v, int from, int to, double[] out) {
      honest.curvature(theta, c, v, from, to, out);
    }
  }

  interface Binding {
    EdgeModel on(Forest forest);
  }

  static PolicyFamily bound(Binding binding) {
    return new Family() {
      @Override
      public EdgeModel on(Forest forest) {
        return binding.on(forest);
      }
    };
  }

  /** Each liar under the name of its fault, with the clause that has to reject it. */
  static ImmutableMap<String, Liar<PolicyFamily>> all() {
    ImmutableMap.Builder<String, Liar<PolicyFamily>> liars = ImmutableMap.builder();
    liars.putAll(StateLiars.all());
    bounds(liars);
    kernels(liars);
    state(liars);
    liars.putAll(CornerLiars.all());
    return liars.buildOrThrow();
  }

  /** A broken subject and the clause meant for it. */
  record Liar<T>(T subject, String clause) {}

  private static void bounds(ImmutableMap.Builder<String, Liar<PolicyFamily>> liars) {
    liars.put(
        "a logit bound too small",
        new Liar<>(
            new Family() {
              @Override
              public double logitBound(ConvexSet set) {
                return 0.35 * super.logitBound(set);
              }
            },
            "logit bound"));
    liars.put(
        "a gradient bound too small",
        new Liar<>(
            new Family() {
              @Override
              public double gradientBound(ConvexSet set) {
                return 0.6 * super.gradientBound(set);
              }
            },
            "gradient bound"));
    liars.put(
        "a Hessian bound too small",
        new Liar<>(
            new Family() {
              @Override
              public double hessianBound(ConvexSet set) {
                return 0.6 * super.hessianBound(set);
              }
            },
            "Hessian bound"));
  }

  private static void kernels(ImmutableMap.Builder<String, Liar<PolicyFamily>> liars) {
    for (String clause :
        new String[] {"normalisation", "mean score", "information equality", "martingale"}) {
      liars.put(
          "a forgotten normaliser, by " + clause,
          new Liar<>(
              bound(
                  forest ->
                      new Model(forest) {
                        @Override
                        public EdgeLaw law(double[] theta) {
                          double[] weights = new double[forest().edges()];
                          logits(theta, 0, forest().nodes(), weights);
                          Elementary.exp(weights, 0, weights.length, weights);
                          double[] ones = new double[weights.length];
                          Arrays.fill(ones, 1.0);
                          return EdgeLaw.ofProbabilities(forest(), weights, ones);
                        }
                      }),
              clause));
    }
    liars.put(
        "a pullback without the signs",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      @Override
                      public void pullback(
                          double[] theta, double[] c, int from, int to, double[] out) {
                        double[] sizes = c.clone();
                        Arrays.setAll(sizes, i -> Math.abs(c[i]));
                        super.pullback(theta, sizes, from, to, out);
                      }
                    }),
            "mean score"));
    liars.put(
        "a pushforward that is not the adjoint",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      @Override
                      public void pushforward(
                          double[] theta, double[] v, int from, int to, double[] out) {
                        double[] other = v.clone();
                        other[0] *= 1.001;
                        super.pushforward(theta, other, from, to, out);
                      }
                    }),
            "information equality"));
    liars.put(
        "kernels in single precision",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      @Override
                      public void logits(double[] theta, int from, int to, double[] out) {
                        super.logits(theta, from, to, out);
                        int n = forest().firstEdge(to) - forest().firstEdge(from);
                        for (int j = 0; j < n; j++) {
                          out[j] = (float) out[j];
                        }
                      }
                    }),
            "fast path"));
    liars.put(
        "a kernel that leaves its run",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      @Override
                      public void logits(double[] theta, int from, int to, double[] out) {
                        Arrays.fill(out, 0.0);
                        super.logits(theta, from, to, out);
                      }
                    }),
            "fast path"));
    liars.put(
        "logits that know the number of the node",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      @Override
                      public void logits(double[] theta, int from, int to, double[] out) {
                        super.logits(theta, from, to, out);
                        if (from < to) {
                          out[0] += 1e-15 * (from % 7);
                        }
                      }
                    }),
            "prompt order"));
    liars.put(
        "kernels of the states before, where many are asked about at once",
        new Liar<>(
            new Family() {
              @Override
              public List<StateKernel> at(StateBatch frontier) {
                List<StateKernel> kernels = new ArrayList<>(super.at(frontier));
                for (int i = kernels.size() - 1; i > 0; i--) {
                  int degree = frontier.states().get(i).legal().length();
                  if (frontier.states().get(i - 1).legal().length() == degree) {
                    kernels.set(i, kernels.get(i - 1));
                  }
                }
                return kernels;
              }
            },
            "many states at once"));
  }

  private static void state(ImmutableMap.Builder<String, Liar<PolicyFamily>> liars) {
    liars.put(
        "a stale cache",
        new Liar<>(
            bound(
                forest ->
                    new Model(forest) {
                      private double[] cachedFor;
                      private double[] cached;

                      @Override
                      public synchronized void logits(
                          double[] theta, int from, int to, double[] out) {
                        if (theta != cachedFor) {
                          cachedFor = theta;
                          cached = new double[forest().edges()];
                          super.logits(theta, 0, forest().nodes(), cached);
                        }
                        int start = forest().firstEdge(from);
                        System.arraycopy(cached, start, out, 0, forest().firstEdge(to) - start);
                      }
                    }),
            "no memory"));
    liars.put(
        "a scratch array shared by all threads",
        new Liar<>(
            new Family() {
              private final double[] scratch = new double[8];

              @Override
              public void logits(double[] theta, State state, double[] out) {
                super.logits(theta, state, scratch);
                Thread.yield();
                System.arraycopy(scratch, 0, out, 0, state.legal().length());
              }
            },
            "thread safety"));
  }
}

package dev.ccl.testkit.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.Futures;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Behaviour: kernels agree with the per-state code, and nothing but the arguments matters. */
final class BehaviourClauses {
  private static final int TRIALS = 12;
  private static final int THREADS = 4;
  private static final int ROUNDS = 60;

  private BehaviourClauses() {}

  static List<Check<PolicySubject>> all() {
    return List.of(
        Check.of(
            "fast path",
            "kernels on runs of nodes agree with the per-state code to the last digits and stay"
                + " within the run",
            "a kernel of on(forest) takes the wrong row, or writes beyond its run",
            BehaviourClauses::fastPath),
        Check.of(
            "many states at once",
            "kernels bound to many states in one question agree with the per-state code, in any"
                + " company",
            "a kernel of at(frontier) takes the row of another state",
            BehaviourClauses::manyStates),
        Check.of(
            "prompt order",
            "the order of the prompts changes no bit of a state's logits",
            "logits depend on the number of a node, in place of its state",
            BehaviourClauses::promptOrder),
        Check.of(
            "no memory",
            "a call gives the same bits whatever was called before, also if the caller's array is"
                + " reused",
            "something of an earlier call is kept, or a caller's array is",
            BehaviourClauses::noMemory),
        Check.of(
            "read-only inputs",
            "parameters, coefficients and directions are only read",
            "an argument is used as scratch space",
            BehaviourClauses::readOnly),
        Check.of(
            "thread safety",
            "threads that share a family and its kernels get the bits of a single one",
            "a scratch array is shared: make one per call, or per kernel",
            BehaviourClauses::threads));
  }

  private static void fastPath(PolicySubject p, Findings f) {
    EdgeModel fast = p.model();
    EdgeModel slow = p.family.statewise(p.forest);
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("fast path", trial);
      double[] theta = p.theta(random, trial);
      double[] v = PolicySubject.direction(random, p.d);
      int from = trial == 0 ? 0 : random.nextBelow(p.forest.nodes());
      int to = trial == 0 ? p.forest.nodes() : from + random.nextBelow(p.forest.nodes() - from + 1);
      int edges = p.forest.firstEdge(to) - p.forest.firstEdge(from);
      double[] c = edges == 0 ? new double[0] : PolicySubject.direction(random, edges);
      String run = "nodes " + from + " to " + to + ", parameter " + PolicySubject.text(theta);
      double[][] a = kernels(fast, theta, v, c, from, to);
      double[][] b = kernels(slow, theta, v, c, from, to);
      String[] names = {"logits", "pushforward", "pullback", "curvature", "gradients"};
      for (int i = 0; i < a.length; i++) {
        double size = 1;
        for (double x : b[i]) {
          size = Math.max(size, Math.abs(x));
        }
        for (int j = 0; j < a[i].length; j++) {
          String where = names[i] + ", entry " + j + ", " + run;
          f.equal(a[i][j], b[i][j], Tolerance.relative(9.9e-14, size), () -> where);
        }
      }
    }
  }

  /** Results with a margin that has to stay as it is; sums start from numbers that are not 0. */
  private static double[][] kernels(
      EdgeModel model, double[] theta, double[] v, double[] c, int from, int to) {
    int d = model.dimension();
    double[] logits = filled(c.length + 2);
    model.logits(theta, from, to, logits);
    double[] forward = filled(c.length + 2);
    model.pushforward(theta, v, from, to, forward);
    double[] back = filled(d);
    model.pullback(theta, c, from, to, back);
    double[] curved = filled(d);
    model.curvature(theta, c, v, from, to, curved);
    double[] rows = new double[0];
    if (from < to) {
      rows = filled(model.forest().degree(from) * d + 2);
      model.gradients(theta, from, rows);
    }
    return new double[][] {logits, forward, back, curved, rows};
  }

  private static double[] filled(int length) {
    double[] out = new double[length];
    Arrays.fill(out, 0.375);
    return out;
  }

  private static void manyStates(PolicySubject p, Findings f) {
    List<State> states = new ArrayList<>();
    for (int s = p.forest.nodes() - 1; s >= 0; s -= 1 + s % 3) { // with gaps, and backwards
      states.add(p.forest.state(s));
    }
    int d = p.family.dimension();
    List<StateKernel> kernels = p.family.at(StateBatch.of(states));
    for (int trial = 0; trial < 2; trial++) {
      double[] theta = p.theta(PolicySubject.random("many states", trial), trial);
      for (int i = 0; i < states.size(); i++) {
        State state = states.get(i);
        int degree = state.legal().length();
        double[][] out = {new double[degree], new double[degree * d]};
        double[][] expected = {new double[degree], new double[degree * d]};
        kernels.get(i).logits(theta, out[0]);
        kernels.get(i).gradients(theta, out[1]);
        p.family.logits(theta, state, expected[0]);
        p.family.gradients(theta, state, expected[1]);
        for (int part = 0; part < 2; part++) {
          for (int j = 0; j < out[part].length; j++) {
            double size = 1 + Math.abs(expected[part][j]);
            String entry = (part == 0 ? "logit " : "gradients, entry ") + j + ", ";
            f.equal(
                out[part][j],
                expected[part][j],
                Tolerance.relative(9.9e-14, size),
                () -> entry + "state " + state + ", parameter " + PolicySubject.text(theta));
          }
        }
      }
    }
  }

  private static void promptOrder(PolicySubject p, Findings f) {
    Forest reversed =
        Forest.complete(
            p.forest.mdp(), ImmutableList.copyOf(p.forest.prompts()).reverse(), p.forest.edges());
    Map<State, Integer> places = new HashMap<>();
    for (int s = 0; s < reversed.nodes(); s++) {
      places.put(reversed.state(s), s);
    }
    EdgeModel here = p.model();
    EdgeModel there = p.family.on(reversed);
    for (int trial = 0; trial < 2; trial++) {
      double[] theta = p.theta(PolicySubject.random("prompt order", trial), trial);
      for (int s = 0; s < p.forest.nodes(); s++) {
        int node = s;
        double[] a = new double[p.forest.degree(s)];
        double[] b = new double[a.length];
        here.logits(theta, s, s + 1, a);
        int other = places.get(p.forest.state(s));
        there.logits(theta, other, other + 1, b);
        f.same(a, b, () -> p.place(node, theta));
      }
    }
  }

  private static void noMemory(PolicySubject p, Findings f) {
    EdgeModel model = p.model();
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("no memory", trial);
      double[] first = p.theta(random, trial);
      double[] second = p.theta(random, trial + 1);
      int s = p.nodes.get(random.nextBelow(p.nodes.size()));
      int other = p.nodes.get(random.nextBelow(p.nodes.size()));
      EdgeModel fresh = p.model();
      double[] expected = everything(p, fresh, second.clone(), s);
      double[] reused = first.clone();
      double[] before = everything(p, model, reused, s);
      everything(p, model, reused, other);
      System.arraycopy(second, 0, reused, 0, p.d);
      double[] after = everything(p, model, reused, s);
      f.same(expected, after, () -> "an array reused, " + p.place(s, second));
      double[] again = everything(p, model, first, s);
      f.same(before, again, () -> "a call repeated, " + p.place(s, first));
    }
  }

  /** Logits, gradients and curvature of a node, by both paths, one after the other. */
  private static double[] everything(PolicySubject p, EdgeModel model, double[] theta, int s) {
    int k = p.forest.degree(s);
    double[] ones = new double[k];
    Arrays.fill(ones, 0.5);
    ones[0] = -1;
    double[] logits = p.logits(theta, s);
    double[] rows = p.gradients(theta, s);
    double[] curved = p.curvature(theta, s, ones, theta.clone());
    double[] onForest = new double[k];
    model.logits(theta, s, s + 1, onForest);
    double[] back = new double[p.d];
    model.pullback(theta, ones, s, s + 1, back);
    double[] all = Arrays.copyOf(logits, 2 * k + rows.length + 2 * p.d);
    System.arraycopy(rows, 0, all, k, rows.length);
    System.arraycopy(curved, 0, all, k + rows.length, p.d);
    System.arraycopy(onForest, 0, all, k + rows.length + p.d, k);
    System.arraycopy(back, 0, all, 2 * k + rows.length + p.d, p.d);
    return all;
  }

  private static void readOnly(PolicySubject p, Findings f) {
    EdgeModel model = p.model();
    int n = p.forest.nodes();
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("read-only inputs", trial);
      double[] theta = p.theta(random, trial);
      double[] v = PolicySubject.direction(random, p.d);
      double[] c = PolicySubject.direction(random, p.forest.edges());
      double[][] before = {theta.clone(), v.clone(), c.clone()};
      kernels(model, theta, v, c, 0, n);
      kernels(p.family.statewise(p.forest), theta, v, c, 0, n);
      double[][] after = {theta, v, c};
      String[] names = {"parameter", "direction", "coefficients"};
      for (int i = 0; i < after.length; i++) {
        String name = names[i];
        f.same(before[i], after[i], () -> name);
      }
    }
  }

  private static void threads(PolicySubject p, Findings f) {
    EdgeModel model = p.model();
    List<double[]> thetas = new ArrayList<>();
    List<double[][]> expected = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      double[] theta = p.theta(PolicySubject.random("thread safety", i), i);
      thetas.add(theta);
      expected.add(sweep(p, model, theta));
    }
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<double[][]>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        double[] theta = thetas.get(i);
        double[][] right = expected.get(i);
        results.add(
            pool.submit(
                () -> {
                  start.await();
                  double[][] last = right;
                  for (int round = 0; round < ROUNDS && Arrays.deepEquals(last, right); round++) {
                    last = sweep(p, model, theta);
                  }
                  return last;
                }));
      }
      for (int i = 0; i < THREADS; i++) {
        double[][] got = Futures.getUnchecked(results.get(i));
        for (int j = 0; j < got.length; j++) {
          int node = p.nodes.get(j);
          double[] theta = thetas.get(i);
          f.same(expected.get(i)[j], got[j], () -> p.place(node, theta));
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static double[][] sweep(PolicySubject p, EdgeModel model, double[] theta) {
    double[][] all = new double[p.nodes.size()][];
    for (int j = 0; j < all.length; j++) {
      all[j] = everything(p, model, theta, p.nodes.get(j));
    }
    return all;
  }
}

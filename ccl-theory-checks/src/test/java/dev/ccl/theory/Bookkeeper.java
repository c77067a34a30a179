package dev.ccl.theory;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plays nothing and keeps book of all that it is asked to play: from where, how far, how often. */
final class Bookkeeper extends Subject {
  private final Map<String, Set<Long>> seeds = new LinkedHashMap<>();
  private final Map<String, Integer> times = new LinkedHashMap<>();
  private final Map<ImmutableDoubleArray, String> texts = new HashMap<>(); // of the same few

  Bookkeeper(Instance instance) {
    super(instance);
  }

  /** One line for all that differ by their seeds alone; then nothing is known any more. */
  String book() {
    StringBuilder text = new StringBuilder();
    times.forEach(
        (what, n) ->
            text.append("  ")
                .append(what)
                .append(": ")
                .append(n)
                .append(" times, ")
                .append(seeds.get(what).size())
                .append(" seeds\n"));
    times.clear();
    seeds.clear();
    return text.toString();
  }

  private String numbers(ImmutableDoubleArray x) {
    return texts.computeIfAbsent(x, key -> Lines.numbers(x.toArray()));
  }

  private void note(String what, long seed) {
    times.merge(what, 1, Integer::sum);
    seeds.computeIfAbsent(what, key -> new HashSet<>()).add(seed);
  }

  @Override
  public Session open(LearnerState state) {
    return new Resting("rounds", state);
  }

  @Override
  public Session openMatching(LearnerState state) {
    return new Resting("matching", state);
  }

  @Override
  public Session openPractical(long seed) {
    Instance.Header header = instance().header();
    return new Resting(
        "practical",
        new LearnerState(
            seed, 0, header.teacher(), header.initial(), ImmutableMap.of(), Ledger.EMPTY));
  }

  @Override
  public double[] estimate(double[] w, double[] theta, long batch, long seed) {
    String at =
        numbers(ImmutableDoubleArray.copyOf(w)) + " " + numbers(ImmutableDoubleArray.copyOf(theta));
    note("ĝ of " + batch + " at " + at, seed);
    return new double[theta.length];
  }

  /** Where it is opened it stays; only the number of the round grows. */
  private final class Resting implements Session {
    private final String what;
    private final LearnerState start;
    private final List<Long> steps = new ArrayList<>();
    private long round;

    Resting(String what, LearnerState start) {
      this.what = what;
      this.start = start;
      this.round = start.round();
    }

    @Override
    public long round() {
      return round;
    }

    @Override
    public void advance(long rounds) {
      steps.add(rounds);
      round += rounds;
    }

    private void copy(ImmutableDoubleArray from, double[] out) {
      System.arraycopy(from.toArray(), 0, out, 0, out.length);
    }

    @Override
    public void calibration(double[] out) {
      copy(start.calibration(), out);
    }

    @Override
    public void student(double[] out) {
      copy(start.student(), out);
    }

    @Override
    public LearnerState state() {
      return new LearnerState(
          start.seed(),
          round,
          start.calibration(),
          start.student(),
          start.extras(),
          start.ledger());
    }

    /** What is not closed is not in the book. */
    @Override
    public void close() {
      String far =
          steps.stream().distinct().count() == 1
              ? steps.get(0) + " × " + steps.size()
              : steps.toString();
      note(
          what
              + " from "
              + start.round()
              + " by "
              + far
              + " at "
              + numbers(start.calibration())
              + " "
              + numbers(start.student()),
          start.seed());
    }
  }
}

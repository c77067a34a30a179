package dev.ccl.theory.search;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Instances that are a little smaller or rounder than a given one. */
final class Smaller {
  private final Instance instance;

  private Smaller(Instance instance) {
    this.instance = instance;
  }

  /** Candidates in the order in which they are worth trying; making one may break a rule. */
  static List<Supplier<Instance>> than(Instance instance) {
    Smaller smaller = new Smaller(instance);
    List<Supplier<Instance>> out = new ArrayList<>();
    for (int i = 0; i < instance.source().size() && instance.source().size() > 1; i++) {
      int drop = i;
      out.add(() -> smaller.with(without(instance.source(), drop), instance.target()));
    }
    for (int j = 0; j < instance.target().size() && instance.target().size() > 1; j++) {
      int drop = j;
      out.add(() -> smaller.with(instance.source(), without(instance.target(), drop)));
    }
    if (instance.header().horizon() > 1) {
      out.add(smaller::shorter);
    }
    Vocabulary vocabulary = instance.header().vocabulary();
    for (int token = 0; token < vocabulary.size(); token++) {
      int drop = token;
      boolean isLetter = token != vocabulary.eos() && token != vocabulary.pad();
      if (isLetter) {
        out.add(() -> smaller.withoutLetter(drop));
      } else if (instance.header().feasibility() == Feasibility.EXPLICIT) {
        out.add(() -> smaller.rewritten(instance.header(), t -> smaller.withoutToken(t, drop)));
      }
    }
    for (double unit : new double[] {1, 0.1, 0.01, 0.001}) {
      out.add(() -> smaller.rounded(unit));
    }
    return out;
  }

  private static List<String> without(List<String> ids, int drop) {
    List<String> out = new ArrayList<>(ids);
    out.remove(drop);
    return out;
  }

  private Instance with(List<String> source, List<String> target) {
    Set<String> used = new LinkedHashSet<>(source);
    used.addAll(target);
    return Instance.of(
        instance.header(),
        used.stream().map(id -> instance.prompts().get(id)).toList(),
        source,
        target);
  }

  private Instance rewritten(Header header, Function<PromptTable, PromptTable> change) {
    return Instance.of(
        header,
        instance.prompts().values().stream().map(change).toList(),
        instance.source(),
        instance.target());
  }

  private Instance shorter() {
    int horizon = instance.header().horizon() - 1;
    Header header = header(instance, instance.header().name(), horizon, 0);
    return rewritten(
        header,
        table -> {
          List<StateTable> states =
              table.states().stream().filter(s -> s.prefix().length() < horizon).toList();
          Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
          table.rewards().forEach((a, r) -> rewards.putIfAbsent(prefix(a, horizon), r));
          return PromptTable.of(table.prompt(), states, rewards);
        });
  }

  /** The same instance under another name. */
  static Instance renamed(Instance instance, String name) {
    Header header = header(instance, name, instance.header().horizon(), 0);
    return new Smaller(instance).rewritten(header, table -> table);
  }

  /** The header with another name and horizon, its numbers rounded to a unit that is not 0. */
  private static Header header(Instance instance, String name, int horizon, double unit) {
    Header h = instance.header();
    return new Header(
        name,
        unit == 0 ? h.lambda() : Math.max(unit, round(h.lambda(), unit)),
        h.bound(),
        horizon,
        h.vocabulary(),
        h.feasibility(),
        h.calibrationSet(),
        ImmutableDoubleArray.copyOf(rounded(h.teacher().toArray(), unit)),
        ImmutableDoubleArray.copyOf(rounded(h.initial().toArray(), unit)));
  }

  private static ImmutableIntArray prefix(ImmutableIntArray answer, int length) {
    return ImmutableIntArray.copyOf(Arrays.copyOf(answer.toArray(), length));
  }

  /** Without a token, also in the vocabulary: the numbers of those behind it fall by one. */
  private Instance withoutLetter(int token) {
    Header h = instance.header();
    List<String> tokens = new ArrayList<>();
    for (int a = 0; a < h.vocabulary().size(); a++) {
      if (a != token) {
        tokens.add(h.vocabulary().token(a));
      }
    }
    Vocabulary vocabulary =
        Vocabulary.of(
            tokens,
            h.vocabulary().token(h.vocabulary().eos()),
            h.vocabulary().token(h.vocabulary().pad()));
    Header header =
        new Header(
            h.name(),
            h.lambda(),
            h.bound(),
            h.horizon(),
            vocabulary,
            h.feasibility(),
            h.calibrationSet(),
            h.teacher(),
            h.initial());
    return rewritten(header, table -> renumbered(withoutToken(table, token), token));
  }

  private PromptTable renumbered(PromptTable table, int token) {
    List<StateTable> states = new ArrayList<>();
    for (StateTable s : table.states()) {
      double[] pre = new double[s.tokens().length()];
      s.pre(pre);
      states.add(
          StateTable.of(
              renumbered(s.prefix(), token),
              renumbered(s.tokens(), token),
              phi(s),
              phiStu(s),
              pre));
    }
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    table.rewards().forEach((a, r) -> rewards.put(renumbered(a, token), r));
    return PromptTable.of(table.prompt(), states, rewards);
  }

  private static ImmutableIntArray renumbered(ImmutableIntArray tokens, int token) {
    return ImmutableIntArray.copyOf(tokens.stream().map(a -> a > token ? a - 1 : a));
  }

  private PromptTable withoutToken(PromptTable table, int token) {
    List<StateTable> states = new ArrayList<>();
    for (StateTable state : table.states()) {
      if (!state.prefix().contains(token)) {
        states.add(withoutToken(state, token));
      }
    }
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    for (Map.Entry<ImmutableIntArray, Double> entry : table.rewards().entrySet()) {
      if (!entry.getKey().contains(token)) {
        rewards.put(entry.getKey(), entry.getValue());
      }
    }
    return PromptTable.of(table.prompt(), states, rewards);
  }

  private StateTable withoutToken(StateTable state, int token) {
    int at = state.tokens().indexOf(token);
    if (at < 0) {
      return state;
    }
    int n = state.tokens().length();
    double rest = 0; // not 1 − pre(at), which may round to 0
    for (int k = 0; k < n; k++) {
      rest += k == at ? 0 : state.pre(k);
    }
    int[] tokens = new int[n - 1];
    double[] pre = new double[n - 1];
    for (int k = 0, j = 0; k < n; k++) {
      if (k != at) {
        tokens[j] = state.tokens().get(k);
        pre[j++] = state.pre(k) / rest;
      }
    }
    return StateTable.of(
        state.prefix(),
        ImmutableIntArray.copyOf(tokens),
        without(phi(state), at, n),
        without(phiStu(state), at, n),
        pre);
  }

  private double[] phi(StateTable state) {
    double[] rows = new double[state.tokens().length() * instance.header().calibrationDimension()];
    state.phi(rows);
    return rows;
  }

  private double[] phiStu(StateTable state) {
    double[] rows = new double[state.tokens().length() * instance.header().studentDimension()];
    state.phiStu(rows);
    return rows;
  }

  /** The rows of a table with n rows but one. */
  private static double[] without(double[] rows, int at, int n) {
    int width = rows.length / n;
    double[] out = new double[rows.length - width];
    System.arraycopy(rows, 0, out, 0, at * width);
    System.arraycopy(rows, (at + 1) * width, out, at * width, rows.length - (at + 1) * width);
    return out;
  }

  private Instance rounded(double unit) {
    Header h = instance.header();
    Header header = header(instance, h.name(), h.horizon(), unit);
    return rewritten(
        header,
        table -> {
          List<StateTable> states = new ArrayList<>();
          for (StateTable s : table.states()) {
            double[] pre = new double[s.tokens().length()];
            s.pre(pre);
            states.add(
                StateTable.of(
                    s.prefix(),
                    s.tokens(),
                    features(phi(s), s.tokens().length(), unit),
                    features(phiStu(s), s.tokens().length(), unit),
                    pre));
          }
          Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
          table.rewards().forEach((a, r) -> rewards.put(a, round(r, unit)));
          return PromptTable.of(table.prompt(), states, rewards);
        });
  }

  /** Rounded rows, those that leave the unit ball brought back to it. */
  private static double[] features(double[] rows, int n, double unit) {
    double[] out = rounded(rows, unit);
    int width = rows.length / n;
    for (int k = 0; k < n; k++) {
      double square = 0;
      for (int i = k * width; i < (k + 1) * width; i++) {
        square += out[i] * out[i];
      }
      double norm = Math.max(1, Math.sqrt(square));
      for (int i = k * width; i < (k + 1) * width; i++) {
        out[i] /= norm;
      }
    }
    return out;
  }

  private static double[] rounded(double[] x, double unit) {
    return Arrays.stream(x).map(v -> round(v, unit)).toArray();
  }

  private static double round(double x, double unit) {
    if (unit == 0) {
      return x;
    }
    double ticks = Math.rint(1 / unit);
    return Math.rint(x * ticks) / ticks + 0.0; // no negative zero
  }
}

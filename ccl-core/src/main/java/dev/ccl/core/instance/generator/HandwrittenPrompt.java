package dev.ccl.core.instance.generator;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small prompt written down by hand, state after state. */
final class HandwrittenPrompt {
  private final Vocabulary vocabulary;
  private final String id;
  private final List<StateTable> states = new ArrayList<>();
  private final Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();

  HandwrittenPrompt(Vocabulary vocabulary, String id) {
    this.vocabulary = vocabulary;
    this.id = id;
  }

  /** A legal token of a state: its features and reference probability. */
  static final class Option {
    private final String token;
    private final double[] phi;
    private final double[] phiStu;
    private final double pre;

    Option(String token, double[] phi, double[] phiStu, double pre) {
      this.token = token;
      this.phi = phi;
      this.phiStu = phiStu;
      this.pre = pre;
    }
  }

  /** Adds a state; the features of its options are row by row those of the table. */
  HandwrittenPrompt state(List<String> prefix, List<Option> options) {
    states.add(
        StateTable.of(
            ids(prefix),
            ids(options.stream().map(o -> o.token).toList()),
            options.stream().flatMapToDouble(o -> Arrays.stream(o.phi)).toArray(),
            options.stream().flatMapToDouble(o -> Arrays.stream(o.phiStu)).toArray(),
            options.stream().mapToDouble(o -> o.pre).toArray()));
    return this;
  }

  HandwrittenPrompt reward(List<String> answer, double reward) {
    rewards.put(ids(answer), reward);
    return this;
  }

  PromptTable table() {
    return PromptTable.of(Prompt.of(id), states, rewards);
  }

  private ImmutableIntArray ids(List<String> tokens) {
    return ImmutableIntArray.copyOf(tokens.stream().mapToInt(vocabulary::id));
  }
}

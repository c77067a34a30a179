package dev.ccl.core.instance.generator;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * Instances read token by token, with answers in a map and the platform's own exp and log: shares
 * no kernel with the code under test.
 */
final class Naive {
  private final Instance instance;

  Naive(Instance instance) {
    this.instance = instance;
  }

  private static StateTable state(PromptTable prompt, List<Integer> prefix) {
    for (StateTable s : prompt.states()) {
      if (s.prefix().asList().equals(prefix)) {
        return s;
      }
    }
    return null;
  }

  /** The law of complete answers under a token policy; an unlisted state is padding. */
  Map<ImmutableIntArray, Double> law(
      PromptTable prompt, ToDoubleBiFunction<StateTable, Integer> probability) {
    Map<ImmutableIntArray, Double> law = new LinkedHashMap<>();
    walk(prompt, ImmutableIntArray.of(), 1, probability, law);
    return law;
  }

  private void walk(
      PromptTable prompt,
      ImmutableIntArray prefix,
      double weight,
      ToDoubleBiFunction<StateTable, Integer> probability,
      Map<ImmutableIntArray, Double> law) {
    if (prefix.length() == instance.header().horizon()) {
      law.put(prefix, weight);
      return;
    }
    StateTable state = state(prompt, prefix.asList());
    if (state == null) {
      walk(prompt, append(prefix, instance.header().vocabulary().pad()), weight, probability, law);
      return;
    }
    for (int k = 0; k < state.tokens().length(); k++) {
      double p = probability.applyAsDouble(state, k);
      walk(prompt, append(prefix, state.tokens().get(k)), weight * p, probability, law);
    }
  }

  private static ImmutableIntArray append(ImmutableIntArray prefix, int token) {
    return ImmutableIntArray.builder().addAll(prefix).add(token).build();
  }

  static double calibrated(double[] w, StateTable s, int k) {
    double sum = 0;
    for (int b = 0; b < s.tokens().length(); b++) {
      double difference = 0;
      for (int i = 0; i < w.length; i++) {
        difference += w[i] * (s.phi(b, i) - s.phi(k, i));
      }
      sum += Math.exp(difference);
    }
    return 1 / sum;
  }

  static double student(double[] theta, StateTable s, int k) {
    double sum = 0;
    for (int b = 0; b < s.tokens().length(); b++) {
      double difference = 0;
      for (int i = 0; i < theta.length; i++) {
        difference += theta[i] * (s.phiStu(b, i) - s.phiStu(k, i));
      }
      sum += Math.exp(difference);
    }
    return 1 / sum;
  }

  /** The Gibbs law of eq:ced-gibbs: π_pre e^{R/λ}, normalised over answers. */
  Map<ImmutableIntArray, Double> gibbs(PromptTable prompt) {
    Map<ImmutableIntArray, Double> law = law(prompt, StateTable::pre);
    double sum = 0;
    for (Map.Entry<ImmutableIntArray, Double> entry : law.entrySet()) {
      double r = prompt.rewards().get(entry.getKey());
      entry.setValue(entry.getValue() * Math.exp((r - 1) / instance.header().lambda()));
      sum += entry.getValue();
    }
    double total = sum;
    law.replaceAll((answer, weight) -> weight / total);
    return law;
  }

  /** The largest |log π_w(answer) − log π*(answer)| over all prompts. */
  double residual(double[] w) {
    double worst = 0;
    for (PromptTable prompt : instance.prompts().values()) {
      Map<ImmutableIntArray, Double> gibbs = gibbs(prompt);
      Map<ImmutableIntArray, Double> law = law(prompt, (s, k) -> calibrated(w, s, k));
      for (Map.Entry<ImmutableIntArray, Double> entry : law.entrySet()) {
        double error = Math.log(entry.getValue()) - Math.log(gibbs.get(entry.getKey()));
        worst = Math.max(worst, Math.abs(error));
      }
    }
    return worst;
  }

  /** The average of KL(student ‖ Gibbs) over the target list. */
  double divergence(double... theta) {
    double sum = 0;
    for (String id : instance.target()) {
      PromptTable prompt = instance.prompts().get(id);
      Map<ImmutableIntArray, Double> gibbs = gibbs(prompt);
      for (Map.Entry<ImmutableIntArray, Double> e :
          law(prompt, (s, k) -> student(theta, s, k)).entrySet()) {
        sum += e.getValue() * (Math.log(e.getValue()) - Math.log(gibbs.get(e.getKey())));
      }
    }
    return sum / instance.target().size();
  }

  /** G_joint of eq:ced-gram, term by term. */
  double[][] information() {
    double[] w = instance.header().teacher().toArray();
    double[][] g = new double[w.length][w.length];
    for (String id : instance.source()) {
      PromptTable prompt = instance.prompts().get(id);
      for (StateTable s : prompt.states()) {
        double reach = reach(prompt, s.prefix(), w) / instance.source().size();
        int degree = s.tokens().length();
        for (int a = 0; a < degree; a++) {
          for (int b = 0; b < degree; b++) {
            double weight = reach * calibrated(w, s, a) / degree / instance.header().horizon();
            for (int i = 0; i < w.length; i++) {
              for (int j = 0; j < w.length; j++) {
                g[i][j] += weight * (s.phi(a, i) - s.phi(b, i)) * (s.phi(a, j) - s.phi(b, j));
              }
            }
          }
        }
      }
    }
    return g;
  }

  private static double reach(PromptTable prompt, ImmutableIntArray prefix, double[] w) {
    double reach = 1;
    for (int h = 0; h < prefix.length(); h++) {
      StateTable s = state(prompt, prefix.subArray(0, h).asList());
      reach *= calibrated(w, s, s.tokens().indexOf(prefix.get(h)));
    }
    return reach;
  }
}

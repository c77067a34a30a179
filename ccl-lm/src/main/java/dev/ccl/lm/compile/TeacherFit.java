package dev.ccl.lm.compile;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.policies.ResidualSoftmax.BaseLogits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Projection of a teacher's law onto the linear class: the parameter with the least KL from the
 * teacher's answers, counted at the states that are known. Each state is the root of an answer of
 * one token and weighs as much as the teacher comes by.
 */
final class TeacherFit {
  private final List<State> states;
  private final BaseLogits teacher;

  /**
   * Prepares a projection.
   *
   * @param states each behind those of its prefixes
   */
  TeacherFit(List<State> states, BaseLogits teacher) {
    this.states = states;
    this.teacher = teacher;
  }

  /**
   * Returns the nearest parameter of a set.
   *
   * @param shares the weight of each prompt
   * @param start where the search starts; read
   */
  double[] project(
      Map<String, Double> shares,
      Vocabulary vocabulary,
      FeatureMap features,
      Ball set,
      double[] start) {
    List<Prompt> roots = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      roots.add(Prompt.of("" + i));
    }
    TokenMdp mdp = TokenMdp.of(vocabulary, (prompt, prefix) -> known(prompt).legal(), 1);
    Forest forest = Dataset.complete(mdp, roots).forest();
    double[] logits = new double[forest.edges()];
    forest.forEachNode(
        (s, state) -> {
          double[] row = new double[forest.degree(s)];
          teacher.logits(known(state.prompt()), row);
          System.arraycopy(row, 0, logits, forest.firstEdge(s), row.length);
        });
    EdgeLaw law = EdgeLaw.ofLogits(forest, logits);
    FeatureMap known =
        new FeatureMap() {
          @Override
          public int dimension() {
            return features.dimension();
          }

          @Override
          public void features(State state, double[] out) {
            features.features(known(state.prompt()), out);
          }
        };
    return ForwardKl.of(LinearSoftmax.of(known).on(forest), law, reach(law, shares))
        .minimizer(set, start);
  }

  private State known(Prompt root) {
    return states.get(Integer.parseInt(root.id()));
  }

  /** How often the teacher comes by each state. */
  private double[] reach(EdgeLaw law, Map<String, Double> shares) {
    Forest forest = law.forest();
    Map<List<Object>, Double> behind = new HashMap<>();
    double[] reach = new double[states.size()];
    for (int i = 0; i < reach.length; i++) {
      State state = states.get(i);
      String prompt = state.prompt().id();
      reach[i] =
          state.prefix().isEmpty()
              ? shares.get(prompt)
              : behind.get(List.<Object>of(prompt, state.prefix()));
      for (int k = 0; k < forest.degree(i); k++) {
        ImmutableIntArray longer =
            ImmutableIntArray.builder().addAll(state.prefix()).add(state.legal().get(k)).build();
        behind.put(List.of(prompt, longer), reach[i] * law.probability(forest.firstEdge(i) + k));
      }
    }
    return reach;
  }
}

package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Box;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is left of an instance when something goes. */
class SmallerTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(1)
                  .withLetters(3)
                  .withPrompts(1, 1)
                  .withFeasibility(Feasibility.EXPLICIT),
              2)
          .instance();

  /** π<sub>pre</sub> of a prompt's first tokens, by their names. */
  private static Map<String, Double> reference(Instance instance, String prompt) {
    StateTable state = instance.prompts().get(prompt).states().get(0);
    Map<String, Double> out = new LinkedHashMap<>();
    for (int k = 0; k < state.tokens().length(); k++) {
      out.put(instance.header().vocabulary().token(state.tokens().get(k)), state.pre(k));
    }
    return out;
  }

  private static List<String> names(Instance instance, ImmutableIntArray tokens) {
    return tokens.stream().mapToObj(instance.header().vocabulary()::token).toList();
  }

  /** Features and rewards by names: where, and of which token or answer. */
  private static Map<List<String>, List<Double>> numbers(Instance instance) {
    Map<List<String>, List<Double>> out = new LinkedHashMap<>();
    for (PromptTable table : instance.prompts().values()) {
      String id = table.prompt().id();
      for (StateTable state : table.states()) {
        for (int k = 0; k < state.tokens().length(); k++) {
          List<String> key = new ArrayList<>(List.of(id, "token"));
          key.addAll(names(instance, state.prefix()));
          key.add(instance.header().vocabulary().token(state.tokens().get(k)));
          List<Double> row = new ArrayList<>();
          for (int i = 0; i < instance.header().calibrationDimension(); i++) {
            row.add(state.phi(k, i));
          }
          for (int i = 0; i < instance.header().studentDimension(); i++) {
            row.add(state.phiStu(k, i));
          }
          out.put(key, row);
        }
      }
      table
          .rewards()
          .forEach(
              (answer, reward) -> {
                List<String> key = new ArrayList<>(List.of(id, "reward"));
                key.addAll(names(instance, answer));
                out.put(key, List.of(reward));
              });
    }
    return out;
  }

  /** What is left after a letter bears its number under its name, at later positions too. */
  @Test
  void withoutALetterTheRestIsAsItWas() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(3).withLetters(3).withPrompts(1, 1);
    for (Feasibility rule : Feasibility.values()) {
      Instance whole = RandomInstance.of(spec.withFeasibility(rule), 2).instance();
      int letters = 0;
      for (Supplier<Instance> candidate : Smaller.than(whole)) {
        Instance smaller;
        try {
          smaller = candidate.get();
        } catch (IllegalArgumentException e) {
          continue; // a state whose only token it was
        }
        List<String> left = smaller.header().vocabulary().tokens();
        if (left.size() < whole.header().vocabulary().size()) {
          Set<String> gone = new TreeSet<>(whole.header().vocabulary().tokens());
          gone.removeAll(left);
          Map<List<String>, List<Double>> expected = numbers(whole);
          expected.keySet().removeIf(key -> key.stream().anyMatch(gone::contains));
          assertEquals(expected, numbers(smaller), "without " + gone);
          letters++;
        }
      }
      assertTrue(letters == 3 || rule == Feasibility.EXPLICIT, letters + " letters were dropped");
    }
  }

  /** The law given that the token is not drawn. */
  @Test
  void withoutATokenTheReferenceIsConditioned() {
    int fewer = 0;
    for (Supplier<Instance> candidate : Smaller.than(INSTANCE)) {
      Instance smaller = candidate.get();
      for (String prompt : smaller.prompts().keySet()) {
        Map<String, Double> before = reference(INSTANCE, prompt);
        Map<String, Double> after = reference(smaller, prompt);
        double kept = after.keySet().stream().mapToDouble(before::get).sum();
        after.forEach((name, p) -> assertEquals(before.get(name) / kept, p, 1e-14, name));
        fewer += after.size() < before.size() ? 1 : 0;
      }
    }
    assertTrue(fewer >= 6, "3 letters, 2 prompts");
  }

  /** A token whose probability is 1, but for rounding: the others are what is left. */
  @Test
  void whatIsLeftOfACertainTokenIsALaw() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withLetters(2).withLambda(0.002);
    Instance whole = RandomInstance.of(spec, 8).instance();
    int certain = 0;
    for (Supplier<Instance> candidate : Smaller.than(whole)) {
      Instance smaller = candidate.get();
      for (PromptTable table : smaller.prompts().values()) {
        StateTable state = table.states().get(0);
        double sum = 0;
        for (int k = 0; k < state.tokens().length(); k++) {
          certain += 1 - state.pre(k) == 0 ? 1 : 0;
          sum += state.pre(k);
        }
        assertEquals(1, sum, 1e-12, smaller.header() + " " + table.prompt().id());
      }
    }
    assertTrue(certain > 0, "there is such a token");
  }

  /** An answer of one token less has the reward of the first that begins with it. */
  @Test
  void aShorterHorizonKeepsTheFirstReward() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(3).withLetters(2).withPrompts(1, 1);
    for (Feasibility rule : Feasibility.values()) {
      Instance whole = RandomInstance.of(spec.withFeasibility(rule), 2).instance();
      Instance shorter = Smaller.than(whole).get(0).get();
      assertEquals(2, shorter.header().horizon());
      for (PromptTable table : shorter.prompts().values()) {
        PromptTable before = whole.prompts().get(table.prompt().id());
        Map<ImmutableIntArray, Double> expected = new LinkedHashMap<>();
        before.rewards().forEach((a, r) -> expected.putIfAbsent(a.subArray(0, 2), r));
        assertEquals(expected, table.rewards());
        assertTrue(before.rewards().size() > expected.size());
        assertEquals(
            before.states().stream().filter(s -> s.prefix().length() < 2).toList(), table.states());
      }
    }
  }

  /** W, B, the rule and, but for rounding, both starts are those of the whole. */
  @Test
  void whatIsNotMadeSmallerIsKept() {
    for (Feasibility rule : Feasibility.values()) {
      Instance plain =
          RandomInstance.of(
                  RandomSpec.SMALL
                      .withHorizon(2)
                      .withLetters(3)
                      .withPrompts(2, 2)
                      .withDimensions(2, 2)
                      .withFeasibility(rule),
                  2)
              .instance();
      Instance.Header h = plain.header();
      Instance.Header header =
          new Instance.Header(
              h.name(),
              h.lambda(),
              h.bound(),
              h.horizon(),
              h.vocabulary(),
              rule,
              Box.of(new double[] {-0.5, -0.25}, new double[] {0.25, 0.5}),
              ImmutableDoubleArray.of(0.1255, -0.2),
              ImmutableDoubleArray.of(-0.0625, 0.3));
      Instance whole =
          Instance.of(header, plain.prompts().values().asList(), plain.source(), plain.target());
      List<Instance> all = new ArrayList<>(List.of(Smaller.renamed(whole, "another")));
      for (Supplier<Instance> candidate : Smaller.than(whole)) {
        try {
          all.add(candidate.get());
        } catch (IllegalArgumentException e) {
          continue; // a prompt would have no token
        }
      }
      int rounded = 0;
      for (Instance smaller : all) {
        Instance.Header kept = smaller.header();
        assertEquals(header.calibrationSet(), kept.calibrationSet());
        assertEquals(header.bound(), kept.bound());
        assertEquals(rule, kept.feasibility());
        rounded += kept.teacher().equals(header.teacher()) ? 0 : 1;
        assertEquals(
            kept.teacher().equals(header.teacher()), kept.initial().equals(header.initial()));
        assertEquals(header.teacher().get(0), kept.teacher().get(0), 0.5);
        assertEquals(header.initial().get(1), kept.initial().get(1), 0.5);
      }
      assertEquals(4, rounded, "to 1, 0.1, 0.01 and 0.001");
    }
  }
}

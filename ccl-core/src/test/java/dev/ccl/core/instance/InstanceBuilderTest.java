package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Vocabulary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstanceBuilderTest {
  private static final Vocabulary WORDS = Vocabulary.of(List.of("a", "b", "E", "_"), "E", "_");

  private static InstanceBuilder small() {
    return InstanceBuilder.of("small", WORDS, 2)
        .constants(0.5, 2)
        .calibration(
            new double[] {0.1, 0},
            (x, prefix, token) -> new double[] {token.equals("a") ? 0.5 : 0, 0.1 * prefix.size()})
        .student(new double[] {0}, (x, prefix, token) -> new double[] {x.equals("p") ? 0.2 : 0.3})
        .prompts(List.of("p"), List.of("q", "p"))
        .verifier((x, answer) -> answer.get(0).equals("a") ? 1 : 0);
  }

  @Test
  void everyStateAndEveryAnswerIsThere() {
    Instance instance = small().build();
    PromptTable p = instance.prompts().get("p");
    assertEquals(3, p.states().size(), "the empty prefix, a and b; after E the answer is over");
    assertEquals(9, p.edges());
    assertEquals(7, p.rewards().size());
    assertEquals(1.0 / 3, p.states().get(0).pre(0));
    assertEquals(0.1, p.states().get(1).phi(0, 1), 0);
    p.rewards()
        .forEach((answer, reward) -> assertEquals(answer.get(0) == 0 ? 1.0 : 0.0, reward, 0));
  }

  /** An instance asked back from a table of its own values is the same instance. */
  @Test
  void rebuiltInstancesAreEqual() {
    for (Instance instance :
        List.of(
            SeparationInstance.of(2, 3, 1, 0.5),
            RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 4).instance())) {
      Instance again = rebuilt(instance);
      assertEquals(instance.header(), again.header());
      assertEquals(Map.copyOf(instance.prompts()), Map.copyOf(again.prompts()));
      assertEquals(instance.source(), again.source());
      assertEquals(instance.target(), again.target());
    }
  }

  private static Instance rebuilt(Instance instance) {
    Instance.Header header = instance.header();
    Vocabulary v = header.vocabulary();
    Map<List<Object>, StateTable> states = new HashMap<>();
    instance
        .prompts()
        .forEach(
            (id, table) ->
                table
                    .states()
                    .forEach(
                        s ->
                            states.put(
                                List.of(id, s.prefix().asList().stream().map(v::token).toList()),
                                s)));
    InstanceBuilder builder =
        InstanceBuilder.of(header.name(), v, header.horizon())
            .constants(header.lambda(), header.bound())
            .calibration(
                header.teacher().toArray(),
                (x, prefix, token) -> {
                  StateTable s = states.get(List.of(x, prefix));
                  double[] out = new double[header.calibrationDimension()];
                  for (int i = 0; i < out.length; i++) {
                    out[i] = s.phi(s.tokens().indexOf(v.id(token)), i);
                  }
                  return out;
                })
            .student(
                header.initial().toArray(),
                (x, prefix, token) -> {
                  StateTable s = states.get(List.of(x, prefix));
                  double[] out = new double[header.studentDimension()];
                  for (int i = 0; i < out.length; i++) {
                    out[i] = s.phiStu(s.tokens().indexOf(v.id(token)), i);
                  }
                  return out;
                })
            .reference(
                (x, prefix, token) -> {
                  StateTable s = states.get(List.of(x, prefix));
                  return s.pre(s.tokens().indexOf(v.id(token)));
                })
            .prompts(instance.source(), instance.target())
            .verifier(
                (x, answer) ->
                    instance
                        .prompts()
                        .get(x)
                        .reward(
                            ImmutableIntArray.copyOf(answer.stream().mapToInt(v::id).toArray())));
    if (header.feasibility() == Instance.Feasibility.EXPLICIT) {
      builder.legal(
          (x, prefix) ->
              states.get(List.of(x, prefix)).tokens().asList().stream().map(v::token).toList());
    }
    return builder.build();
  }

  /** Under a rule of one's own, what ends an answer is a token like all others. */
  @Test
  void aRuleOfOnesOwnIsAskedAfterTheEndToo() {
    Instance instance =
        small()
            .legal((x, prefix) -> prefix.contains("E") ? List.of("b", "_") : List.of("a", "E"))
            .verifier((x, answer) -> answer.equals(List.of("E", "b")) ? 1 : 0.25)
            .build();
    PromptTable p = instance.prompts().get("p");
    assertEquals(Instance.Feasibility.EXPLICIT, instance.header().feasibility());
    assertEquals(
        Map.of(
            ImmutableIntArray.of(0, 0), 0.25,
            ImmutableIntArray.of(0, 2), 0.25,
            ImmutableIntArray.of(2, 1), 1.0,
            ImmutableIntArray.of(2, 3), 0.25),
        p.rewards());
  }

  @Test
  void aBuilderKeepsWhatItWasGiven() {
    double[] teacher = {0.1, 0};
    double[] first = {0.4};
    InstanceBuilder builder =
        small()
            .calibration(teacher, (x, prefix, token) -> new double[] {0.5, 0})
            .student(first, (x, prefix, token) -> new double[] {0.5});
    teacher[0] = 0.7;
    first[0] = 0.8;
    Instance.Header header = builder.build().header();
    assertEquals(ImmutableDoubleArray.of(0.1, 0), header.teacher());
    assertEquals(ImmutableDoubleArray.of(0.4), header.initial());
  }

  /** Weights become probabilities, unless they are within 10⁻⁹ of being some. */
  @Test
  void weightsAreDividedByTheirSum() {
    double[][] weights = {
      {0.25, 0.125, 0.125}, {4, 2, 2}, {0.5, 0.25, 0.25 + 2e-9}, {0.5, 0.25 - 2e-9, 0.25}
    };
    for (double[] w : weights) {
      StateTable root = weighed(w);
      double sum = (w[0] + w[1]) + w[2];
      for (int k = 0; k < 3; k++) {
        assertEquals(w[k] / sum, root.pre(k));
      }
    }
    for (double rounding : new double[] {8e-10, -8e-10}) {
      StateTable root = weighed(0.5, 0.25, 0.25 + rounding);
      assertEquals(0.5, root.pre(0));
      assertEquals(0.25 + rounding, root.pre(2));
    }
  }

  private static StateTable weighed(double... weights) {
    Instance instance =
        small()
            .reference((x, prefix, token) -> weights[WORDS.id(token)])
            .prompts(List.of("p"), List.of("q"))
            .build();
    return instance.prompts().get("q").states().get(2);
  }

  /** Prompts are listed once, those of the source first unless told; λ and B are 1. */
  @Test
  void promptsComeInTheirOrder() {
    Instance instance =
        InstanceBuilder.of("one step", WORDS, 1)
            .calibration(new double[] {0.5}, (x, prefix, token) -> new double[] {0.5})
            .student(new double[2], (x, prefix, token) -> new double[] {0.5, 0})
            .prompts(List.of("q", "p", "q"), List.of("r", "p", "o", "r"))
            .verifier((x, answer) -> x.equals("o") ? 1 : 0.5)
            .build();
    assertEquals(List.of("q", "p", "r", "o"), List.copyOf(instance.prompts().keySet()));
    assertEquals(List.of("q", "p", "q"), instance.source());
    assertEquals(List.of("r", "p", "o", "r"), instance.target());
    assertEquals(1, instance.header().lambda());
    assertEquals(1, instance.header().bound());
    InstanceBuilder other = small().prompts(List.of("p"), List.of("q")).inOrder(List.of("r", "q"));
    assertEquals(List.of("r", "q", "p"), List.copyOf(other.build().prompts().keySet()));
    assertEquals(1, instance.prompts().get("o").states().size(), "one step");
    assertEquals(1, instance.prompts().get("o").reward(ImmutableIntArray.of(2)));
  }
}

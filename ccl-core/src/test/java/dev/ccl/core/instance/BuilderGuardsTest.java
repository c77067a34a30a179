package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a builder says of parts that are missing or do not fit, and that it may be used again. */
class BuilderGuardsTest {
  private static final Vocabulary WORDS = Vocabulary.of(List.of("_", "a", "E", "b"), "E", "_");

  private static InstanceBuilder bare() {
    return InstanceBuilder.of("guarded", WORDS, 3).prompts(List.of("p"), List.of("q"));
  }

  private static InstanceBuilder withCalibration(InstanceBuilder builder) {
    return builder.calibration(
        new double[] {0.5, 0}, (x, prefix, token) -> new double[] {0.25, 0.125 * prefix.size()});
  }

  private static InstanceBuilder withStudent(InstanceBuilder builder) {
    return builder.student(new double[] {0}, (x, prefix, token) -> new double[] {0.5});
  }

  private static InstanceBuilder whole() {
    return withStudent(withCalibration(bare())).verifier((x, answer) -> 0.5);
  }

  private static String refusal(Executable call) {
    return assertThrows(RuntimeException.class, call).getMessage();
  }

  @Test
  void everyMissingPartIsNamed() {
    assertEquals(
        "there is no calibration class: call calibration(…)",
        refusal(() -> withStudent(bare()).verifier((x, answer) -> 0).build()));
    assertEquals(
        "there is no student class: call student(…)",
        refusal(() -> withCalibration(bare()).verifier((x, answer) -> 0).build()));
    assertEquals(
        "there is no verifier: call verifier(…)",
        refusal(() -> withStudent(withCalibration(bare())).build()));
    assertEquals(
        "horizon: 0 is not at least 1", refusal(() -> InstanceBuilder.of("none", WORDS, 0)));
  }

  @Test
  void featuresThatDoNotFitAreNamedByTheirClass() {
    assertEquals(
        "the calibration features are 3 numbers, not 2",
        refusal(
            () -> whole().calibration(new double[2], (x, prefix, token) -> new double[3]).build()));
    assertEquals(
        "the student features are 1 numbers, not 4",
        refusal(() -> whole().student(new double[4], (x, prefix, token) -> new double[1]).build()));
  }

  /** A breach is told as of a file that has the name of the instance. */
  @Test
  void breachesNameTheInstanceAndThePlace() {
    assertEquals(
        "guarded: prompts[1].states[0].tokens[2].phiStu: norm 1.5 exceeds 1",
        refusal(
            () ->
                whole()
                    .student(
                        new double[] {0},
                        (x, prefix, token) ->
                            new double[] {x.equals("q") && token.equals("b") ? 1.5 : 0.5})
                    .build()));
    assertEquals(
        "guarded: prompts[0].states[1].tokens[0].pre: 0.0 is not greater than 0",
        refusal(
            () ->
                whole()
                    .reference(
                        (x, prefix, token) -> prefix.size() == 1 && token.equals("a") ? 0 : 1.0)
                    .build()));
    assertEquals(
        "guarded: lambda: -1.0 is not greater than 0",
        refusal(() -> whole().constants(-1, 1).build()));
    assertEquals(
        "guarded: target: the list is empty",
        refusal(() -> whole().prompts(List.of("p"), List.of()).build()));
    assertEquals(
        "guarded: prompts[1].rewards[0].reward: 1.5 is outside [0, 1]",
        refusal(
            () ->
                whole()
                    .verifier((x, answer) -> x.equals("q") && answer.get(0).equals("E") ? 1.5 : 1)
                    .build()));
  }

  /** Rules of one's own that list too much or nothing. */
  @Test
  void wordsThatAreNotLegalAreNamed() {
    assertEquals(
        "prompt \"q\": token \"c\" after [b] is not in the vocabulary",
        refusal(
            () ->
                whole()
                    .legal(
                        (x, prefix) ->
                            (x + prefix).equals("q[b]") ? List.of("a", "c") : List.of("a", "b"))
                    .build()));
    assertEquals(
        "guarded: prompts[0].states[0].tokens[1].token: \"a\" appears twice",
        refusal(() -> whole().legal((x, prefix) -> List.of("a", "a")).build()));
    assertEquals(
        "guarded: prompts[0].states[0].tokens: the list is empty",
        refusal(() -> whole().legal((x, prefix) -> List.of()).build()));
  }

  /** Where padding is the first word, it is left out of the legal tokens all the same. */
  @Test
  void answersAreFilledUpToTheHorizon() {
    Map<List<String>, String> asked = new HashMap<>();
    Instance instance =
        whole()
            .verifier(
                (x, answer) -> {
                  asked.merge(answer, x, String::concat);
                  return answer.get(1).equals("_") ? 1 : 0.25;
                })
            .build();
    assertEquals("pq", asked.get(List.of("E", "_", "_")));
    assertEquals("pq", asked.get(List.of("b", "E", "_")));
    assertEquals("pq", asked.get(List.of("b", "a", "b")));
    assertEquals(1 + 2 + 4 * 3, asked.size(), "each answer of a prompt once");
    assertEquals(
        ImmutableIntArray.of(1, 2, 3), instance.prompts().get("p").states().get(0).tokens());
    assertEquals(1, instance.prompts().get("q").reward(ImmutableIntArray.of(2, 0, 0)));
  }

  /** What is built does not change with the builder, nor with lists that it was given. */
  @Test
  void aBuilderMayBeUsedAgain() {
    List<String> source = new ArrayList<>(List.of("p"));
    List<String> target = new ArrayList<>(List.of("q"));
    InstanceBuilder builder = whole().prompts(source, target);
    source.add("r");
    target.clear();
    Instance first = builder.build();
    assertEquals(List.of("p"), first.source());
    assertEquals(List.of("q"), first.target());
    assertEquals(first, builder.build());
    Instance other = builder.constants(3, 0.75).prompts(List.of("p"), List.of("q", "o")).build();
    assertNotEquals(first, other);
    assertEquals(3, other.header().lambda());
    assertEquals(0.75, other.header().bound());
    assertEquals(0.75, other.header().calibrationSet().radius());
    assertEquals(List.of("p", "q", "o"), List.copyOf(other.prompts().keySet()));
    assertEquals(1, first.header().lambda());
  }
}

package dev.ccl.core.mdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenMdpTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "EOS", "B", "null"), "EOS", "null");
  private static final Prompt X = Prompt.of("x");

  private static TokenMdp eosPadded(int horizon) {
    return TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), horizon);
  }

  /** Definition 1 read off a complete answer. */
  private static boolean isFeasible(ImmutableIntArray answer) {
    boolean ended = false;
    for (int i = 0; i < answer.length(); i++) {
      if (ended != (answer.get(i) == VOCABULARY.pad())) {
        return false;
      }
      ended |= answer.get(i) == VOCABULARY.eos();
    }
    return true;
  }

  @Test
  void answersAreExactlyTheFeasibleSequences() {
    for (int horizon = 1; horizon <= 4; horizon++) {
      List<ImmutableIntArray> answers = eosPadded(horizon).answers(X);
      assertEquals(answers.size(), new HashSet<>(answers).size(), "no answer twice");
      int expected = 0;
      for (int code = 0; code < Math.pow(4, horizon); code++) {
        int[] tokens = new int[horizon];
        for (int i = 0, rest = code; i < horizon; i++, rest /= 4) {
          tokens[i] = rest % 4;
        }
        ImmutableIntArray sequence = ImmutableIntArray.copyOf(tokens);
        boolean feasible = isFeasible(sequence);
        expected += feasible ? 1 : 0;
        assertEquals(feasible, answers.contains(sequence), sequence.toString());
      }
      assertEquals(expected, answers.size());
    }
  }

  /** A liar: without absorption, the answers are others. */
  @Test
  void aRuleInWhichEosDoesNotAbsorbIsToldApart() {
    ImmutableIntArray open = ImmutableIntArray.of(0, 1, 2);
    TokenMdp liar = TokenMdp.of(VOCABULARY, (prompt, prefix) -> open, 2);
    assertFalse(liar.answers(X).stream().allMatch(TokenMdpTest::isFeasible));
    assertTrue(eosPadded(2).answers(X).stream().allMatch(TokenMdpTest::isFeasible));
  }

  @Test
  void statesKnowTheirTokens() {
    TokenMdp mdp = eosPadded(3);
    assertEquals(3, mdp.horizon());
    State start = mdp.start(X);
    assertEquals(ImmutableIntArray.of(0, 1, 2), start.legal());
    assertEquals(1, start.step());
    State ended = mdp.append(mdp.append(start, 0), 1);
    assertEquals(ImmutableIntArray.of(3), ended.legal());
    assertTrue(mdp.isForced(ended));
    assertFalse(mdp.isForced(start));
    assertEquals(ImmutableIntArray.of(0, 1, 3), mdp.complete(ended));
    State last = mdp.append(ended, 3);
    assertTrue(mdp.isTerminal(last));
    assertTrue(last.legal().isEmpty());
    assertEquals("A EOS null", mdp.text(last.prefix()));
    assertThrows(IllegalArgumentException.class, () -> mdp.append(start, 3));
    assertThrows(IllegalArgumentException.class, () -> mdp.complete(start));
    assertEquals(start, mdp.start(Prompt.of("x")));
    assertFalse(start.equals(mdp.start(Prompt.of("y"))));
  }

  @Test
  void everyStateIsVisitedOnceParentsFirst() {
    List<State> seen = new ArrayList<>();
    eosPadded(3).forEachState(X, seen::add);
    assertEquals(seen.size(), new HashSet<>(seen).size());
    assertEquals(1 + 3 + 7, seen.size());
    for (int i = 1; i < seen.size(); i++) {
      ImmutableIntArray prefix = seen.get(i).prefix();
      ImmutableIntArray parent = prefix.subArray(0, prefix.length() - 1);
      assertTrue(seen.subList(0, i).stream().anyMatch(s -> s.prefix().equals(parent)));
    }
  }

  @Test
  void badPartsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> eosPadded(0));
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.of(List.of("A", "A"), "A", "A"));
    assertThrows(
        IllegalArgumentException.class, () -> Vocabulary.of(List.of("A", "E"), "E", "null"));
    TokenMdp empty = TokenMdp.of(VOCABULARY, (p, prefix) -> ImmutableIntArray.of(), 2);
    IllegalStateException failure = assertThrows(IllegalStateException.class, () -> empty.start(X));
    assertTrue(failure.getMessage().contains("no legal token"), failure.getMessage());
  }

  /** Every state of three prompts, two of which have one name: equal to itself alone. */
  @Test
  void statesAreToldApartByPromptAndPrefix() {
    List<State> states = new ArrayList<>();
    List<State> again = new ArrayList<>();
    for (Prompt prompt : List.of(X, new Prompt("x", "with a text"), Prompt.of("y"))) {
      eosPadded(3).forEachState(prompt, states::add);
      eosPadded(3).forEachState(prompt, again::add);
    }
    for (int i = 0; i < states.size(); i++) {
      for (int j = 0; j < states.size(); j++) {
        assertEquals(i == j, states.get(i).equals(again.get(j)), i + ", " + j);
      }
      assertEquals(states.get(i).hashCode(), again.get(i).hashCode());
    }
    assertEquals(
        "(x, [0, 2])",
        eosPadded(3).append(eosPadded(3).append(eosPadded(3).start(X), 0), 2).toString());
  }
}

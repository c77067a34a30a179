package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import dev.ccl.judge.Findings;
import dev.ccl.theory.Distorted.Lie;
import dev.ccl.theory.claims.Claims;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A claim reads every answer that it asks for: a subject that is wrong once, at its first, second,
 * middle or last answer to a question, is contradicted. A claim that forgets a case, or remembers
 * one for the next, is seen here alone.
 */
class OneWrongAnswerTest {
  private static final List<String> WHERE = List.of("padded", "explicit", "separation");

  private static final List<Lie> LIES =
      List.of(Lie.MORE, Lie.HUGE, Lie.NEGATIVE, Lie.LONGER, Lie.SHORTER);

  /** What is asked few times is wrong at each of them. */
  private static final long FEW = 12;

  /** Of the best of many points, or of a share of them, where one makes no difference. */
  private static final ImmutableSet<String> OF_MANY = ImmutableSet.of("C27", "C28", "C30");

  /** Wrong constants by which a bound is only larger, or not yet too small. */
  private static final ImmutableSet<String> WITH_ROOM =
      ImmutableSet.of("C12 constants", "C13 constants");

  private static boolean isContradicted(Claim claim, Case c) {
    boolean[] found = {false};
    claim.evaluate(c, new Findings(e -> found[0] |= !e.holds()));
    return found[0];
  }

  @Test
  void oneWrongAnswerIsContradicted() {
    Set<String> missed = new TreeSet<>();
    long lied = 0;
    for (String name : WHERE) {
      Case c = Asymmetric.at(name);
      for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
        if (claim.appliesTo(c.specimen()) && !OF_MANY.contains(claim.id())) {
          Distorted honest = new Distorted(c.specimen().instance(), "", Lie.NONE);
          assertFalse(isContradicted(claim, c.with(honest)), claim.id());
          for (String question : honest.asked()) {
            // trees of the other side may well say the same
            for (long when :
                question.equals("dataset") ? Set.<Long>of() : times(honest, question)) {
              lied++;
              boolean seen =
                  LIES.stream()
                      .map(lie -> new Distorted(c.specimen().instance(), question, lie, when))
                      .anyMatch(liar -> isContradicted(claim, c.with(liar)));
              if (!seen) {
                missed.add(claim.id() + " " + question);
              }
            }
          }
        }
      }
    }
    assertEquals(WITH_ROOM, missed);
    assertTrue(lied > 500, lied + " answers");
  }

  private static Set<Long> times(Distorted honest, String question) {
    long all = honest.times(question);
    Set<Long> times = new TreeSet<>(List.of(all, (all + 1) / 2));
    for (long time = 1; time <= (all <= FEW ? all : 2); time++) {
      times.add(time);
    }
    return times;
  }
}

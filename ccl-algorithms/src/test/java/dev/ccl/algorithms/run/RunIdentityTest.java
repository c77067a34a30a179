package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunIdentityTest {
  private static final ImmutableMap<String, String> ENTRIES =
      ImmutableMap.of("code", "1", "learner", "ccl", "rounds", "12");

  @Test
  void whatIsChangedMissingOrTooMuchIsAnotherRun() {
    refuses(Map.of("code", "1", "learner", "ccl", "rounds", "13"), "its rounds is 13, not 12");
    refuses(Map.of("code", "1", "rounds", "12"), "its learner is absent, not ccl");
    refuses(
        Map.of("code", "1", "learner", "ccl", "rounds", "12", "setting x", "2"),
        "its setting x is 2, not absent");
  }

  private static void refuses(Map<String, String> other, String difference) {
    RunIdentity found = RunIdentity.of(other);
    RunIdentity own = RunIdentity.of(ENTRIES);
    Throwable refusal =
        assertThrows(IllegalArgumentException.class, () -> own.requireSame("a place", found));
    assertEquals("a place belongs to another run: " + difference, refusal.getMessage());
    assertNotEquals(own, found);
    assertNotEquals(own.digest(), found.digest());
  }

  @Test
  void theSameEntriesAreTheSameRun() {
    RunIdentity.of(ENTRIES).requireSame("a place", RunIdentity.of(Map.copyOf(ENTRIES)));
    assertEquals(RunIdentity.of(ENTRIES), RunIdentity.of(Map.copyOf(ENTRIES)));
    assertEquals(
        RunIdentity.of(ENTRIES).hashCode(), RunIdentity.of(Map.copyOf(ENTRIES)).hashCode());
    assertNotEquals(RunIdentity.of(ENTRIES), ENTRIES);
    assertEquals("{code=1, learner=ccl, rounds=12}", RunIdentity.of(ENTRIES).toString());
  }
}

package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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

  /** Else a run could not go on where numbers are written otherwise. */
  @Test
  void aRunIsTheSameInEveryLanguage() {
    LearningProblem problem = SeparationInstance.of(2, 3, 2, 0.5).problem();
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("en", "de", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        RunIdentity identity =
            RunIdentity.of("1", "x", Ccl.paper(), problem, RecordedRounds.of(new long[] {4}, 12));
        String shape =
            "D=3 d=2 H=2 source="
                + problem.source().forest().edges()
                + " target="
                + problem.target().forest().edges();
        assertEquals(shape, identity.entries().get("shape"), language);
        assertEquals("12", identity.entries().get("rounds"));
        assertEquals("0,4,12", identity.entries().get("recorded rounds"));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** SHA-256 of the lines, in the bytes that every machine writes. */
  @Test
  void aDigestIsThatOfTheLines() throws NoSuchAlgorithmException {
    RunIdentity identity = RunIdentity.of(ImmutableMap.of("instance", "β → 語", "code", "1"));
    byte[] lines = "instance=β → 語\ncode=1".getBytes(StandardCharsets.UTF_8);
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(lines);
    assertEquals(HexFormat.of().formatHex(sum), identity.digest());
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

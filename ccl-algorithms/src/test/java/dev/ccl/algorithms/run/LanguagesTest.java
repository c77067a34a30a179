package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A run is the same run, in the same words, whatever the language of the machine. */
class LanguagesTest {
  private static final LearningProblem PROBLEM = SeparationInstance.of(1, 2, 1, 0.5).problem();

  private static List<String> said() {
    StringBuilder texts = new StringBuilder();
    for (Learner learner : Learners.all()) {
      texts.append(learner.settings()).append(learner.warnings(PROBLEM)).append('\n');
    }
    RunIdentity identity =
        RunIdentity.of(
            "code", "instance", Ccl.practical(), PROBLEM, RecordedRounds.of(new long[] {2}, 12345));
    String complaint =
        assertThrows(IllegalArgumentException.class, () -> JsonFile.read("a file", "{\n!"))
            .getMessage();
    return List.of(texts.toString(), identity.entries().toString(), identity.digest(), complaint);
  }

  @Test
  void nothingDependsOnTheLanguage() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      List<String> plain = said();
      assertTrue(plain.get(0).contains("gamma = "), "a warning with numbers: " + plain.get(0));
      for (String language : List.of("de-DE", "tr-TR", "ar-EG", "fa-IR")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertEquals(plain, said(), language);
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}

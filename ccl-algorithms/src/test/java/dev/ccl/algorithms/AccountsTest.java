package dev.ccl.algorithms;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.ccl.Budget;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.random.Binomial;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Budget, ledgers and settings by hand. */
final class AccountsTest {
  @Test
  void budgets() {
    Rollouts batch = Rollouts.of(1);
    Budget.Choice.PAPER_GRADIENT.at(5, batch);
    assertEquals(7, batch.number());
    Budget.Choice.PAPER_VALIDATION.at(5, batch);
    assertEquals(49, batch.number());
    assertFalse(batch.isExact());
    Budget.Choice.EXACT.at(5, batch);
    assertTrue(batch.isExact());
    assertEquals(0, batch.number());
    Budget.of(3).at(5, batch);
    assertEquals(3, batch.number());
    assertFalse(batch.isExact());
    assertTrue(Budget.Choice.EXACT.isExact());
    assertFalse(Budget.Choice.PAPER_GRADIENT.isExact());
    for (Budget budget :
        List.of(Budget.Choice.PAPER_VALIDATION, Budget.Choice.EXACT, Budget.of(12))) {
      assertEquals(budget, CclSettings.VALIDATION.parse(budget.toString()));
    }
    assertEquals(Budget.Choice.PAPER_GRADIENT, CclSettings.GRADIENT_BATCH.parse("paper"));
    assertNotEquals(Budget.of(12), Budget.of(13));
    assertThrows(IllegalArgumentException.class, () -> CclSettings.VALIDATION.parse("0"));
    assertThrows(IllegalArgumentException.class, () -> CclSettings.VALIDATION.parse("some"));
    assertRefused("rollouts: 0 is not at least 1", () -> Budget.of(0));
  }

  @Test
  void booksAddUpBeyondALong() {
    BigInteger before = BigInteger.TEN.pow(18).multiply(BigInteger.TWO).subtract(BigInteger.TWO);
    RunningLedger book = new RunningLedger(new Ledger(5, 3, before, before, 2, 1, 40));
    book.gradientBatch(Rollouts.of(2), 30);
    book.validated(Rollouts.of(3), 50, 1);
    book.validated(Rollouts.exact(), 70, 2); // exact: nothing drawn
    book.gradientBatch(Rollouts.exact(), 70);
    book.accepted(true);
    book.accepted(false);
    book.queried(2);
    Ledger ledger = book.snapshot();
    assertEquals(
        new Ledger(7, 4, before.add(BigInteger.TWO), before.add(BigInteger.valueOf(6)), 3, 2, 50),
        ledger);
    assertEquals(
        ledger, new RunningLedger(ledger).snapshot(), "nothing is lost when a run goes on");
    Map<String, BigInteger> entries = new HashMap<>(ledger.entries());
    assertEquals(ledger, Ledger.of(entries));
    for (String name : ledger.entries().keySet()) {
      BigInteger own = entries.put(name, BigInteger.valueOf(-1));
      assertRefused("ledger: " + name + " is -1", () -> Ledger.of(entries));
      entries.remove(name);
      assertRefused("ledger: " + name + " is null", () -> Ledger.of(entries));
      entries.put(name, BigInteger.ZERO);
      assertEquals(BigInteger.ZERO, Ledger.of(entries).entries().get(name));
      entries.put(name, own);
    }
  }

  @Test
  void countsOutgrowALong() {
    RunningLedger book = new RunningLedger(Ledger.EMPTY);
    long much = Binomial.MAX_TRIALS;
    for (int i = 0; i < 10_000; i++) {
      book.gradientBatch(Rollouts.of(much), 1);
    }
    BigInteger sum = BigInteger.valueOf(much).multiply(BigInteger.valueOf(10_000));
    assertEquals(sum, book.snapshot().gradientRollouts());
  }

  /** Answers that are walked one by one are counted, and are never the largest batch. */
  @Test
  void walksAreBookedBesideBatches() {
    RunningLedger book = new RunningLedger(Ledger.EMPTY);
    book.walked(3);
    assertEquals(1, book.snapshot().largestCount());
    book.gradientBatch(Rollouts.of(50), 40);
    book.walked(4);
    assertEquals(40, book.snapshot().largestCount());
    assertEquals(BigInteger.valueOf(3 + 50 + 4), book.snapshot().gradientRollouts());
  }

  /** The largest number that a setting reads, drawn for two candidates, again and again. */
  @Test
  void hugeBatchesAreBooked() {
    RunningLedger book = new RunningLedger(Ledger.EMPTY);
    Rollouts most = Rollouts.of(Binomial.MAX_TRIALS);
    for (int i = 0; i < 5; i++) {
      book.gradientBatch(most, 1);
      book.validated(most, 1, 1);
      book.screened(Long.MAX_VALUE);
      book.walked(Long.MAX_VALUE);
    }
    BigInteger one = BigInteger.valueOf(Long.MAX_VALUE);
    BigInteger batch = BigInteger.valueOf(Binomial.MAX_TRIALS);
    BigInteger five = BigInteger.valueOf(5);
    Ledger ledger = book.snapshot();
    assertEquals(batch.add(one).multiply(five), ledger.gradientRollouts());
    assertEquals(batch.add(batch).add(one).multiply(five), ledger.validationRollouts());
    assertEquals(ledger, Ledger.of(new RunningLedger(ledger).snapshot().entries()));
  }

  @Test
  void settingsKnowTheirOwn() {
    Settings settings = CclSettings.PAPER;
    assertEquals(1, settings.get(CclSettings.UPDATES));
    assertEquals(4, settings.with(CclSettings.UPDATES, 4L).get(CclSettings.UPDATES));
    assertEquals(0, settings.with("first-stage", "0").get(CclSettings.FIRST_STAGE));
    assertEquals(16, settings.all().size());
    assertRefused("there is no setting batch here", () -> settings.get(PathLearner.BATCH));
    assertRefused("there is no setting batch here", () -> settings.with(PathLearner.BATCH, 3L));
    assertEquals(settings.hashCode(), CclSettings.PAPER.with("updates", "1").hashCode());
    assertEquals("a whole number of at least 1", CclSettings.UPDATES.form());
    assertEquals("student updates after each calibration", CclSettings.UPDATES.documentation());
    assertEquals(
        "0.1,0.2",
        settings.with("initial-calibration", "0.1, 0.2").texts().get("initial-calibration"));
    assertEquals(settings, CclSettings.PAPER.with(CclSettings.UPDATES, 1L));
    assertNotEquals(settings, settings.with(CclSettings.UPDATES, 2L));
    assertNotEquals(settings, "settings");
    Setting<Long> count = Setting.count("n", 5, 2, "a number");
    assertEquals(5, count.initial());
    assertEquals(2, count.parse("2"));
    assertThrows(IllegalArgumentException.class, () -> count.parse("1"));
    Setting<CclSettings.WarmStart> choice =
        Setting.choice("start", CclSettings.WarmStart.NONE, "where");
    assertEquals(CclSettings.WarmStart.TEACHER, choice.parse("teacher"));
    Settings practical = CclSettings.PRACTICAL;
    assertEquals(Budget.Choice.EXACT, practical.get(CclSettings.VALIDATION));
    assertEquals("teacher", settings.texts().get("initial-calibration"));
  }

  /** What a setting is made of is what it shows, whoever reads its texts. */
  @Test
  void settingsAreWhatTheyAreMadeOf() {
    Setting<Integer> own = Setting.of("size", 3, "a size", "how large", Integer::valueOf);
    Setting<Budget> part =
        Setting.part(
            "batch",
            Budget.class,
            new Budget[] {Budget.Choice.SLOW, Budget.Choice.EXACT},
            "how many");
    assertEquals("size", own.key());
    assertEquals("a size", own.form());
    assertEquals("how large", own.documentation());
    assertEquals(7, own.parse("7"));
    assertEquals(Budget.Choice.SLOW, part.initial());
    assertEquals(Budget.Choice.EXACT, part.parse("exact"));
    assertEquals("how many", part.documentation());
    Settings both = Settings.of(List.of(own, part));
    assertEquals(List.of(own, part), both.all());
    assertEquals(Map.of("size", "3", "batch", "slow"), both.texts());
    assertEquals(
        "setting size: \"x\" is not a size",
        assertThrows(IllegalArgumentException.class, () -> both.with("size", "x")).getMessage());
  }

  private static Settings paperWith(String texts) {
    Settings settings = CclSettings.PAPER;
    for (String text : Splitter.on(' ').omitEmptyStrings().split(texts)) {
      settings = settings.with(text.substring(0, text.indexOf('=')), text.replaceFirst(".*=", ""));
    }
    return settings;
  }

  /** What each named learner changes in Algorithm 1, and nothing else. */
  @Test
  void presetsAreWhatTheirDocumentationSays() {
    String controlled = "acceptance=controlled student-step=natural";
    String exact = " gradient-batch=exact validation=exact";
    String practical =
        "acceptance=valued calibration=newton teaching=proven student-step=natural" + exact;
    String drawn = " gradient=rest gradient-batch=slow exploration=screened validation=slow";
    String guarded = " calibration=projection teaching=guarded warm-start=teacher";
    assertEquals(paperWith(practical), CclSettings.PRACTICAL);
    assertEquals(
        paperWith(controlled + drawn + " calibration=newton"), CclSettings.PRACTICAL_BY_ROLLOUTS);
    assertEquals(paperWith(controlled + exact + guarded), CclSettings.CAREFUL);
    Map<String, String> learners =
        Map.of(
            "ccl", "",
            "practical", practical,
            "careful", controlled + exact + guarded,
            "two-stage", "first-stage=1000",
            "uncalibrated", "calibrate-every=0",
            "oracle", "calibrate-every=0");
    learners.forEach(
        (name, texts) -> assertEquals(paperWith(texts), Learners.named(name).settings(), name));
  }
}

package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Budgets, ledgers and settings by hand. */
final class AccountsTest {
  @Test
  void budgets() {
    assertEquals(7, Budget.PAPER.rollouts(7));
    assertEquals(0, Budget.EXACT.rollouts(7));
    assertEquals(3, Budget.of(3).rollouts(7));
    assertTrue(Budget.EXACT.isExact());
    assertFalse(Budget.PAPER.isExact());
    assertFalse(Budget.of(1).isExact());
    for (Budget budget : new Budget[] {Budget.PAPER, Budget.EXACT, Budget.of(12)}) {
      assertEquals(budget, Budget.parse(budget.toString()));
    }
    assertNotEquals(Budget.of(12), Budget.of(13));
    assertThrows(IllegalArgumentException.class, () -> Budget.of(0));
  }

  @Test
  void booksAddUpBeyondALong() {
    BigInteger before = BigInteger.TEN.pow(18).multiply(BigInteger.TWO).subtract(BigInteger.TWO);
    LedgerBook book = new LedgerBook(new Ledger(5, 3, before, before, 2, 1, 40));
    book.gradientBatch(2, 30);
    book.validated(3, 50, true);
    book.validated(0, 70, false); // exact: nothing drawn
    book.gradientBatch(0, 70);
    book.queried(true);
    book.queried(false);
    Ledger ledger = book.snapshot();
    assertEquals(
        new Ledger(7, 4, before.add(BigInteger.TWO), before.add(BigInteger.valueOf(6)), 3, 2, 50),
        ledger);
    Map<String, BigInteger> entries = new HashMap<>(ledger.entries());
    assertEquals(ledger, Ledger.of(entries));
    entries.put("firstWins", BigInteger.valueOf(-1));
    assertThrows(IllegalArgumentException.class, () -> Ledger.of(entries));
    entries.remove("firstWins");
    assertThrows(IllegalArgumentException.class, () -> Ledger.of(entries));
    entries.put("firstWins", BigInteger.ZERO);
    assertEquals(0, Ledger.of(entries).firstWins());
  }

  @Test
  void countsOutgrowALong() {
    LedgerBook book = new LedgerBook(Ledger.EMPTY);
    long much = 900_000_000_000_000_000L;
    for (int i = 0; i < 30; i++) {
      book.gradientBatch(much, 1);
    }
    BigInteger sum = BigInteger.valueOf(much).multiply(BigInteger.valueOf(30));
    assertEquals(sum, book.snapshot().gradientRollouts());
  }

  @Test
  void settingsKnowTheirOwn() {
    Settings settings = CclSettings.PAPER;
    assertEquals(1, settings.get(CclSettings.UPDATES));
    assertEquals(4, settings.with(CclSettings.UPDATES, 4L).get(CclSettings.UPDATES));
    assertEquals(0, settings.with("first-stage", "0").get(CclSettings.FIRST_STAGE));
    assertEquals(14, settings.all().size());
    assertThrows(IllegalArgumentException.class, () -> settings.get(PathLearner.BATCH));
    assertThrows(IllegalArgumentException.class, () -> settings.with(PathLearner.BATCH, 3L));
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
    Setting<Budget> budget = Setting.of("b", Budget.EXACT, "a budget", "it", Budget::parse);
    assertEquals(Budget.EXACT, Settings.of(java.util.List.of(budget)).get(budget));
    assertEquals("teacher", settings.texts().get("initial-calibration"));
  }
}

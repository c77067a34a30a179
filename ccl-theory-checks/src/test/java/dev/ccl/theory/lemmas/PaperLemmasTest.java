package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Verdict;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Search;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

/**
 * The library against the claims of the paper: one test per check, which prints what it tried. For
 * an own family a check that compares nothing is a skipped test; here it fails.
 */
@Order(2)
class PaperLemmasTest {
  private static final Lemmas PAPER = Lemmas.of(Subject::new).withLog(System.out::println);

  @TestFactory
  Stream<DynamicTest> lemmas() {
    return PAPER.tests().map(PaperLemmasTest::notSkipped);
  }

  private static DynamicTest notSkipped(DynamicTest test) {
    return DynamicTest.dynamicTest(
        test.getDisplayName(),
        () -> {
          try {
            test.getExecutable().execute();
          } catch (TestAbortedException e) {
            throw new AssertionError("no try of this check compared anything", e);
          }
        });
  }

  /** A check that applies everywhere and compares nothing, and one that compares something. */
  @Test
  void aCheckThatComparesNothingFailsTheBuild() {
    Part empty = Part.of(Kind.EXACT, "nothing", (c, findings) -> {});
    Part full = Part.of(Kind.EXACT, "something", (c, findings) -> findings.isTrue("here", true));
    List<DynamicTest> tests = Lemmas.of(Subject::new, List.of(empty, full)).tests().toList();
    TestAbortedException skipped =
        assertThrows(TestAbortedException.class, tests.get(0).getExecutable()::execute);
    assertTrue(skipped.getMessage().endsWith("nothing was compared"), skipped.getMessage());
    assertThrows(AssertionError.class, notSkipped(tests.get(0)).getExecutable()::execute);
    assertDoesNotThrow(notSkipped(tests.get(1)).getExecutable()::execute);
  }

  /** Every check applies to half of its tries; the list has as many exact ones as claims. */
  @TestFactory
  Stream<DynamicTest> everyCheckIsTried() {
    assertTrue(PAPER.parts().size() > 55, PAPER.parts().size() + " checks");
    return Stream.of("C06 exact", "C12 exact", "C26 exact", "C39 exact")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      Search search =
                          PAPER.search(
                              PAPER.parts().stream()
                                  .filter(part -> part.name().equals(name))
                                  .findFirst()
                                  .orElseThrow());
                      assertEquals(Verdict.Status.HOLDS, search.verdict().status());
                      assertTrue(2 * search.verdict().cases() >= search.tries(), name);
                      assertEquals(List.of(), search.counterexample().stream().toList());
                    }));
  }
}

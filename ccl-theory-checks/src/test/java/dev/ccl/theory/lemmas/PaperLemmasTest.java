package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Verdict;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Search;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;

/** The library against the claims of the paper: one test per check, which prints what it tried. */
@Order(2)
class PaperLemmasTest {
  private static final Lemmas PAPER = Lemmas.of(Subject::new).withLog(System.out::println);

  @TestFactory
  Stream<DynamicTest> lemmas() {
    return PAPER.tests();
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

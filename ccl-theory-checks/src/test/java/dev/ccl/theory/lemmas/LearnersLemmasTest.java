package dev.ccl.theory.lemmas;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.theory.Effort;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The library's Algorithm 1 as a learner of one's own; the printed times are those of a user. */
class LearnersLemmasTest {
  @TestFactory
  Stream<DynamicTest> rounds() {
    return Lemmas.ofLearner(Ccl.paper()).with(Effort.ROUNDS).withLog(System.out::println).tests();
  }
}

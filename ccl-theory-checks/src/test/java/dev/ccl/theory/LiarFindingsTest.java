package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Iterables;
import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.DirectMatching;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Recorded;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/**
 * How each liar lies: what it says that does not hold, without sampling, and where its rounds lead
 * if that is not where those of the honest subject do. A liar that is rejected for something else
 * than its sentence says is seen here alone.
 */
class LiarFindingsTest {
  private static final List<String> WHERE = List.of("padded", "explicit", "separation");
  private static final int ROUNDS = 12;

  /** Where rounds lead: name of the run and the numbers at its end. */
  private static Map<String, String> walks(Case c) {
    Map<String, String> walks = new LinkedHashMap<>();
    Subject subject = c.subject();
    LearnerState paper = Ccl.paper().initial(subject.problem(), 7);
    LearnerState matching = DirectMatching.learner().initial(subject.problem(), 7);
    walks.put("rounds", end(subject.open(paper)));
    walks.put("matching", end(subject.openMatching(matching)));
    walks.put("practical", end(subject.openPractical(7)));
    walks.put("estimate", Lines.numbers(subject.estimate(c.w(), c.theta(), 5, 7)));
    double[] drawn = new double[c.theta().length];
    subject.explore(RandomStreams.of(7).open(Purpose.EXPLORATION, 0), drawn);
    walks.put("exploration", Lines.numbers(drawn));
    return walks;
  }

  private static String end(Session session) {
    try (session) {
      session.advance(ROUNDS);
      LearnerState state = session.state();
      return new StringJoiner(" ")
          .add(Lines.numbers(state.calibration().toArray()))
          .add(Lines.numbers(state.student().toArray()))
          .add(state.ledger().entries().toString())
          .toString();
    }
  }

  private static String said(Liar liar, Case c, Map<String, String> honest) {
    StringBuilder text = new StringBuilder();
    for (Claim claim : Iterables.concat(Claims.all(), Claims.extensions())) {
      if (claim.appliesTo(c.specimen())) {
        List<Evidence> wrong = new ArrayList<>();
        claim
            .check()
            .compare(
                c,
                new Findings(
                    e -> {
                      if (!e.holds()) {
                        wrong.add(e);
                      }
                    }));
        text.append(Lines.of("  " + claim.id() + " ", wrong));
      }
    }
    walks(c)
        .forEach(
            (name, end) -> {
              if (!end.equals(honest.get(name))) {
                text.append("  ").append(name).append(' ').append(end).append('\n');
              }
            });
    return liar.name() + ": " + (text.isEmpty() ? "nothing\n" : "\n" + text);
  }

  @Test
  void everyLieIsAsRecorded() {
    StringBuilder text = new StringBuilder();
    for (String name : WHERE) {
      Case c = Asymmetric.at(name);
      Map<String, String> honest = walks(c);
      text.append("== ").append(name).append('\n');
      for (Liar liar : Iterables.concat(Liars.all(), ExtensionLiars.all())) {
        text.append(said(liar, c.with(liar.on(c.specimen().instance())), honest));
      }
    }
    for (Liar liar : Liars.all()) {
      assertTrue(text.indexOf("\n" + liar.name() + ": \n") > 0, liar + " lies nowhere");
    }
    Recorded.check(LiarFindingsTest.class, "lies.txt", text.toString());
  }
}

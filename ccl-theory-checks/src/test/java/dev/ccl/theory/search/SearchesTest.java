package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.judge.Recorded;
import dev.ccl.theory.Lines;
import dev.ccl.theory.liars.Liar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text of a counterexample, and its size. */
class SearchesTest {
  /** Claims that fail in several ways, told as a whole: the page of refutations. */
  @Test
  void refutationsAreAsRecorded() {
    StringBuilder text = new StringBuilder();
    for (String[] pair :
        new String[][] {
          {"C16 exact", "lambda-dropped"},
          {"C17 exact", "score-not-centred"},
          {"C24 exact", "smoothness-small"}
        }) {
      Liar liar = Refuted.liar(pair[1]);
      Counterexample small = Refuted.random(pair[0], liar).shrunk(liar::on);
      text.append(Lines.cut(small.text(liar::on))).append('\n');
      text.append(small.command(Path.of("x.json"), "--liar " + pair[1])).append('\n');
    }
    Recorded.check(SearchesTest.class, "refutations.txt", text.toString());
  }

  /** At most two prompts, H ≤ 2 and three tokens; both sides, parameters and instance are told. */
  @Test
  void counterexamplesAreSmall() {
    for (String[] pair :
        new String[][] {
          {"C16 exact", "lambda-dropped"},
          {"C17 exact", "score-not-centred"},
          {"C18 exact", "gradient-of-teacher"},
          {"C23 exact", "hessian-without-scores"},
          {"C24 exact", "smoothness-small"}
        }) {
      Liar liar = Refuted.liar(pair[1]);
      Counterexample small = Refuted.random(pair[0], liar).shrunk(liar::on);
      Instance instance = small.trial().instance();
      String text = small.text(liar::on);
      assertTrue(instance.source().size() + instance.target().size() <= 2, text);
      assertTrue(instance.header().horizon() <= 2, text);
      assertTrue(instance.header().vocabulary().size() <= 3, text);
      for (String part : List.of(pair[0], "left", "right", "margin", "θ = ", "\"lambda\"")) {
        assertTrue(text.contains(part), () -> "no " + part + " in\n" + text);
      }
    }
  }
}

package dev.ccl.theory.search;

import dev.ccl.testkit.Recorded;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Lines;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.verify.Counterexample;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a search that ends in a counterexample tells of it. */
class SearchesTest {
  private final StringBuilder text = new StringBuilder();

  private void line(Object... parts) {
    for (Object part : parts) {
      text.append(part instanceof Double x ? Lines.number(x) : Lines.cut(part.toString()));
      text.append(' ');
    }
    text.setCharAt(text.length() - 1, '\n');
  }

  private static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  /** Claims that fail in several ways, told as a whole. */
  @Test
  void refutationsAreAsRecorded() {
    for (String[] pair :
        new String[][] {
          {"C16", "lambda-dropped"}, {"C17", "score-not-centred"}, {"C24", "smoothness-small"}
        }) {
      Claim claim = Claims.named(pair[0]);
      LemmaSearch search = LemmaSearch.of(claim, liar(pair[1])::on, Effort.NONE);
      Trials trials = Trials.of(claim);
      for (int k = trials.edges().size(); k < 1000; k++) {
        Optional<Counterexample> found = search.attempt(trials.get(k));
        if (found.isPresent()) {
          Refutation small = search.shrink(found.get());
          line(small.text());
          line(small.command(Path.of("x.json"), "--liar " + pair[1]), search.tries());
          break;
        }
      }
    }
    Recorded.check(SearchesTest.class, "refutations.txt", text.toString());
  }
}

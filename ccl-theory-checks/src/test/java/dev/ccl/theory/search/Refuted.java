package dev.ccl.theory.search;

import dev.ccl.theory.Part;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;

/** Liars by name, and the first counterexample of a search. */
final class Refuted {
  private Refuted() {}

  static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  /** The first counterexample to a check of the tries from a number on. */
  static Counterexample first(String check, Liar liar, int from) {
    Part part = Claims.part(check);
    Search search = Search.of(part, liar::on);
    Trials trials = Trials.of(part);
    int k = from;
    while (search.attempt(trials.get(k))) {
      k++;
    }
    return search.counterexample().orElseThrow();
  }

  /** The first on random shapes, which have to shrink. */
  static Counterexample random(String check, Liar liar) {
    return first(check, liar, Trials.of(Claims.part(check)).edges().size());
  }
}

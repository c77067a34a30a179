package dev.ccl.theory.lemmas;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import net.jqwik.api.statistics.Statistics;

/**
 * The hard regions, each with the share of the tries that has to fall into it. A property whose
 * generator stops reaching one of them fails.
 */
final class Coverage {
  private final List<Region> regions = new ArrayList<>();

  private Coverage() {}

  /**
   * A region.
   *
   * @param name what a try has there
   * @param reached whether this one has it
   * @param percent the share of all tries that has to
   */
  record Region(String name, boolean reached, double percent) {}

  static void collect(Trial trial, LemmaSearch search) {
    for (Region region : regions(trial, search.claim(), search.lastApplied())) {
      Statistics.label(region.name())
          .collect(region.reached())
          .coverage(checker -> checker.check(true).percentage(p -> p >= region.percent()));
    }
  }

  /** All regions, for a try to which a claim applied or not. */
  static List<Region> regions(Trial trial, Claim claim, boolean applied) {
    Coverage coverage = new Coverage();
    coverage.share("the lemma applies", applied, 50);
    for (Place place : Place.values()) {
      coverage.share("parameters " + place.text(), trial.place() == place, 5);
    }
    double lambda = trial.instance().header().lambda();
    coverage.share("λ ≤ 0.1", lambda <= 0.1, 4);
    coverage.share("λ ≥ 100", lambda >= 100, 10);
    if (!claim.needs().contains(Requirement.SEPARATION)) {
      coverage.shapes(trial.instance());
      boolean tiny = claim.needs().contains(Requirement.TINY_TARGET);
      coverage.sizes(trial.instance().header(), tiny);
    }
    return coverage.regions;
  }

  /** More than the least of everything; tiny targets have d = 1 and H ≤ 2. */
  private void sizes(Instance.Header header, boolean tiny) {
    share("D ≥ 2", header.calibrationDimension() >= 2, 20);
    if (!tiny) {
      share("d ≥ 2", header.studentDimension() >= 2, 20);
      share("H ≥ 3", header.horizon() >= 3, 10);
    }
  }

  private void shapes(Instance instance) {
    Instance.Header header = instance.header();
    boolean padded = header.feasibility() == Feasibility.EOS_PADDED;
    share("B ≤ 0.01", header.bound() <= 0.01, 10);
    share("B ≥ 10", header.bound() >= 10, 5);
    share("H = 1", header.horizon() == 1, 20);
    share("H ≥ 2", header.horizon() >= 2, 20);
    share("padding", padded && header.horizon() >= 2, 10);
    share("explicit legal sets", !padded, 20);
    share("a single legal token", hasForcedToken(instance), 10);
    share("coinciding features", hasTwins(instance), 5);
    share("a repeated prompt", hasRepeats(instance), 2);
  }

  private void share(String region, boolean reached, double percent) {
    regions.add(new Region(region, reached, percent));
  }

  private static boolean hasRepeats(Instance instance) {
    return new HashSet<>(instance.source()).size() < instance.source().size()
        || new HashSet<>(instance.target()).size() < instance.target().size()
        || instance.source().stream().anyMatch(instance.target()::contains);
  }

  private static boolean hasForcedToken(Instance instance) {
    Instance.Header header = instance.header();
    boolean absorbed = header.feasibility() == Feasibility.EOS_PADDED && header.horizon() >= 2;
    return absorbed
        || instance.prompts().values().stream()
            .flatMap(table -> table.states().stream())
            .anyMatch(s -> s.tokens().length() == 1);
  }

  private static boolean hasTwins(Instance instance) {
    for (PromptTable table : instance.prompts().values()) {
      for (StateTable s : table.states()) {
        for (int a = 1; a < s.tokens().length(); a++) {
          for (int b = 0; b < a; b++) {
            if (same(s, a, b, instance.header().calibrationDimension())) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  private static boolean same(StateTable s, int a, int b, int dimension) {
    for (int i = 0; i < dimension; i++) {
      if (s.phi(a, i) != s.phi(b, i)) {
        return false;
      }
    }
    return true;
  }
}

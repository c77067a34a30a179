package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tries reach the hard regions, each with at least its share. */
class TrialsTest {
  private static final int TRIES = 200;

  /** The regions with the least percentage of tries. */
  private static Map<Predicate<Instance>, Map.Entry<String, Integer>> regions(
      Requirement... needs) {
    Set<Requirement> all = Set.of(needs);
    Map<Predicate<Instance>, Map.Entry<String, Integer>> out = new LinkedHashMap<>();
    out.put(i -> i.header().lambda() <= 0.1, Map.entry("λ ≤ 0.1", 4));
    out.put(i -> i.header().lambda() >= 100, Map.entry("λ ≥ 100", 10));
    if (all.contains(Requirement.SEPARATION)) {
      return out;
    }
    out.put(i -> i.header().bound() <= 0.01, Map.entry("B ≤ 0.01", 10));
    out.put(i -> i.header().bound() >= 10, Map.entry("B ≥ 10", 5));
    out.put(i -> i.header().horizon() == 1, Map.entry("H = 1", 20));
    out.put(i -> i.header().horizon() >= 2, Map.entry("H ≥ 2", 20));
    out.put(i -> isPadded(i) && i.header().horizon() >= 2, Map.entry("padding", 10));
    out.put(i -> !isPadded(i), Map.entry("explicit legal sets", 20));
    out.put(TrialsTest::hasForcedToken, Map.entry("a single legal token", 10));
    out.put(TrialsTest::hasTwins, Map.entry("coinciding features", 5));
    out.put(TrialsTest::hasRepeats, Map.entry("a repeated prompt", 2));
    out.put(i -> i.header().calibrationDimension() >= 2, Map.entry("D ≥ 2", 20));
    if (!all.contains(Requirement.TINY_TARGET)) {
      out.put(i -> i.header().studentDimension() >= 2, Map.entry("d ≥ 2", 20));
      out.put(i -> i.header().horizon() >= 3, Map.entry("H ≥ 3", 10));
    }
    return out;
  }

  private static void reaches(Requirement... needs) {
    Trials trials = Trials.of(needs);
    Set<String> missed = new TreeSet<>();
    regions(needs)
        .forEach(
            (region, share) -> {
              int reached = 0;
              for (int k = 0; k < TRIES; k++) {
                reached += region.test(trials.get(k).instance()) ? 1 : 0;
              }
              if (100 * reached < share.getValue() * TRIES) {
                missed.add(share.getKey() + ": " + reached);
              }
            });
    for (Place place : Place.values()) {
      int reached = 0;
      for (int k = 0; k < TRIES; k++) {
        reached += trials.get(k).place() == place ? 1 : 0;
      }
      if (20 * reached < TRIES) {
        missed.add(place.text() + ": " + reached);
      }
    }
    assertEquals(Set.of(), missed);
  }

  @Test
  void anyInstance() {
    reaches();
  }

  @Test
  void lowDimensions() {
    reaches(Requirement.LOW_DIMENSION, Requirement.TINY_TARGET);
  }

  @Test
  void separations() {
    reaches(Requirement.SEPARATION);
  }

  private static boolean isPadded(Instance instance) {
    return instance.header().feasibility() == Feasibility.EOS_PADDED;
  }

  private static boolean hasRepeats(Instance instance) {
    return new HashSet<>(instance.source()).size() < instance.source().size()
        || new HashSet<>(instance.target()).size() < instance.target().size()
        || instance.source().stream().anyMatch(instance.target()::contains);
  }

  private static boolean hasForcedToken(Instance instance) {
    return (isPadded(instance) && instance.header().horizon() >= 2)
        || instance.prompts().values().stream()
            .flatMap(table -> table.states().stream())
            .anyMatch(s -> s.tokens().length() == 1);
  }

  private static boolean hasTwins(Instance instance) {
    int dimension = instance.header().calibrationDimension();
    for (PromptTable table : instance.prompts().values()) {
      for (StateTable s : table.states()) {
        for (int a = 1; a < s.tokens().length(); a++) {
          for (int b = 0; b < a; b++) {
            if (same(s, a, b, dimension)) {
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

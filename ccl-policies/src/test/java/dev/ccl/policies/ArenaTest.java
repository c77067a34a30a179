package dev.ccl.policies;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Forest;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArenaTest {
  @Test
  void theUnevenForestHasLegalSetsOfManySizes() {
    Forest forest = Arena.unevenForest();
    Set<Integer> degrees = new HashSet<>();
    for (int s = 0; s < forest.nodes(); s++) {
      degrees.add(forest.degree(s));
    }
    assertTrue(degrees.containsAll(Set.of(1, 2, 3, 5)), degrees + " of " + forest.edges());
    assertTrue(forest.edges() < 400, forest.edges() + " edges");
  }
}

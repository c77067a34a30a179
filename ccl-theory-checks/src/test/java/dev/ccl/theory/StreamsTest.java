package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.TreeMultiset;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every draw of a round of Algorithm 1 has a stream of its own. The laws of C07, C11 and C26 see
 * most pairs of draws that share one; here the names themselves are read, so that none escapes.
 */
class StreamsTest {
  /** The draws of a round: the purposes up to the last validation. */
  private static final List<Purpose> DRAWS =
      Arrays.stream(Purpose.values())
          .filter(p -> p.compareTo(Purpose.VALIDATION_SECOND) <= 0)
          .toList();

  private static final ImmutableSet<String> ALGORITHM_1 =
      ImmutableSet.of("dev.ccl.algorithms", "dev.ccl.algorithms.ccl", "dev.ccl.algorithms.engine");

  /** How often each purpose is named in the code of some classes. */
  private static TreeMultiset<Purpose> named(Iterable<JavaClass> classes) {
    TreeMultiset<Purpose> named = TreeMultiset.create();
    for (JavaClass type : classes) {
      type.getFieldAccessesFromSelf().stream()
          .filter(access -> access.getTargetOwner().isEquivalentTo(Purpose.class))
          .forEach(access -> named.add(Purpose.valueOf(access.getTarget().getName())));
    }
    return named;
  }

  @Test
  void everyDrawOfARoundIsNamedOnce() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ccl.algorithms");
    TreeMultiset<Purpose> named =
        named(
            all.stream()
                .filter(c -> ALGORITHM_1.contains(c.getPackageName()))
                .filter(c -> !c.getName().contains("ScreenedExploration")) // instead of Uniform…
                .filter(c -> !c.getName().contains("Growing")) // instead of whole trees
                .toList());
    named.remove(Purpose.EVALUATION); // of exact costs, for which nothing is drawn
    named.remove(Purpose.INITIAL_POINT); // of the metric of a prior, before the first round
    assertEquals(TreeMultiset.create(DRAWS), named);
  }

  @Test
  void aSharedNameIsSeen() {
    TreeMultiset<Purpose> named = named(new ClassFileImporter().importClasses(Sharing.class));
    assertEquals(2, named.count(Purpose.EXPLORATION));
    assertEquals(0, named.count(Purpose.VALIDATION_SECOND));
  }

  /** The exploring candidate is validated with the numbers that made it. */
  static final class Sharing {
    private Sharing() {}

    static double draw(RandomStreams streams, RandomStream stream, long t) {
      streams.rekey(stream, Purpose.EXPLORATION, t, 0);
      double candidate = stream.nextDouble();
      streams.rekey(stream, Purpose.EXPLORATION, t, 0);
      return candidate - stream.nextDouble();
    }
  }

  /** Different names, different numbers: seed, purpose, round and index all count. */
  @Test
  void everyNameHasNumbersOfItsOwn() {
    Set<Long> words = new HashSet<>();
    int names = 0;
    for (long seed = 0; seed < 20; seed++) {
      for (Purpose purpose : Purpose.values()) {
        for (long round : new long[] {0, 1, 2, 1L << 40}) {
          for (long index : new long[] {0, 1, 1L << 32}) {
            words.add(RandomStreams.of(seed).open(purpose, round, index).nextLong());
            names++;
          }
        }
      }
    }
    assertEquals(names, words.size());
  }
}

package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Parts;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.baseline.PathObjective;
import dev.ccl.algorithms.ccl.Ccl;
import java.util.Comparator;
import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The learners by name, each with its default settings: those of this library, and behind them
 * {@link Baseline}s and learners that {@link ServiceLoader} finds.
 */
public final class Learners {
  private static final Supplier<ImmutableList<Learner>> ALL = Suppliers.memoize(Learners::list);

  private Learners() {}

  /** Those of the library and those that the class loader of this thread has. */
  static ImmutableList<Learner> list() {
    ImmutableList.Builder<Learner> all = ImmutableList.builder();
    all.addAll(Ccl.presets());
    for (PathObjective objective : PathObjective.values()) {
      all.add(PathLearner.of(objective));
    }
    Parts.outside(Baseline.class).stream()
        .sorted(Comparator.comparing(Baseline::toString))
        .forEach(baseline -> all.add(PathLearner.of(baseline)));
    Parts.outside(Learner.class).stream()
        .sorted(Comparator.comparing(Learner::name))
        .forEach(all::add);
    ImmutableList<Learner> found = all.build();
    Set<String> names = new HashSet<>();
    for (Learner learner : found) {
      checkArgument(names.add(learner.name()), "two learners are named \"%s\"", learner.name());
    }
    return found;
  }

  /** {@return all learners; the learners, Algorithm 1 first} */
  public static ImmutableList<Learner> all() {
    return ALL.get();
  }

  /**
   * Returns a learner by name.
   *
   * @param name the name
   * @return the learner with its default settings
   * @throws IllegalArgumentException if there is none
   */
  public static Learner named(String name) {
    return all().stream()
        .filter(learner -> learner.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "there is no learner \"%s\"; the learners are %s",
                        name, all().stream().map(Learner::name).toList())));
  }
}

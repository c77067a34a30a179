package dev.ccl.lm.task;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import java.util.Map;

/**
 * How source and target differ: two mixtures of question types. Every shift of this package is of
 * this form, a plain split (the same mixture twice) and a disjoint one included.
 *
 * @param name a word
 * @param source the share of each type among the source questions
 * @param target the share of each type among the target questions
 */
public record Shift(
    String name, ImmutableMap<String, Double> source, ImmutableMap<String, Double> target) {

  /**
   * Checks that shares are positive and add up to 1.
   *
   * @param name a word
   * @param source the share of each type among the source questions
   * @param target the share of each type among the target questions
   */
  public Shift {
    check(name, "source", source);
    check(name, "target", target);
  }

  private static void check(String name, String side, Map<String, Double> shares) {
    double sum = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      checkArgument(
          share.getValue() > 0,
          "shift \"%s\": the %s share of \"%s\" is %s, not positive",
          name,
          side,
          share.getKey(),
          share.getValue());
      sum += share.getValue();
    }
    checkArgument(
        Math.abs(sum - 1) < 1e-9, "shift \"%s\": the %s shares add up to %s", name, side, sum);
  }

  /**
   * Returns a changed mixture: four fifths of the first type in the source, one fifth in the
   * target.
   *
   * @param name a word
   * @param first the type that is frequent in the source
   * @param second the type that is frequent in the target
   * @return the shift
   */
  public static Shift mixture(String name, String first, String second) {
    return new Shift(
        name, ImmutableMap.of(first, 0.8, second, 0.2), ImmutableMap.of(first, 0.2, second, 0.8));
  }

  /**
   * Returns a change from some types to others, each with equal shares.
   *
   * @param name a word
   * @param source the types of the source
   * @param target the types of the target
   * @return the shift
   */
  public static Shift between(String name, Iterable<String> source, Iterable<String> target) {
    return new Shift(name, equal(source), equal(target));
  }

  private static ImmutableMap<String, Double> equal(Iterable<String> types) {
    long count = 0;
    for (String type : types) {
      checkArgument(!type.isEmpty(), "an empty type");
      count++;
    }
    ImmutableMap.Builder<String, Double> shares = ImmutableMap.builder();
    for (String type : types) {
      shares.put(type, 1.0 / count);
    }
    return shares.buildOrThrow();
  }

  /** {@return the shift in the other direction: the same with source and target exchanged} */
  public Shift reversed() {
    return new Shift(name, target, source);
  }
}

package dev.ccl.lm.task;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Source and target questions, drawn from a task. Groups are shuffled and dealt to the sides in
 * turn; then each side takes from each type what the shift asks for.
 *
 * @param source the questions whose rewards may be asked for
 * @param target the questions on which the student is judged
 */
public record Split(ImmutableList<Question> source, ImmutableList<Question> target) {

  /**
   * Draws a split.
   *
   * @param questions all questions
   * @param shift the two mixtures
   * @param prompts how many questions a side has
   * @param seed any number; the same number gives the same split
   * @return the split
   * @throws IllegalArgumentException if a type has too few questions
   */
  public static Split draw(List<Question> questions, Shift shift, int prompts, long seed) {
    checkArgument(prompts >= 1, "prompts: %s is not at least 1", prompts);
    RandomStreams streams = RandomStreams.of(seed);
    List<String> groups = new ArrayList<>(groups(questions));
    shuffle(groups, streams.open(Purpose.INSTANCE, 0));
    Map<String, Boolean> onSource = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      onSource.put(groups.get(i), i % 2 == 0);
    }
    List<Question> shuffled = new ArrayList<>(questions);
    shuffle(shuffled, streams.open(Purpose.INSTANCE, 1));
    return new Split(
        side(shuffled, onSource, true, shift.source(), prompts, shift.name()),
        side(shuffled, onSource, false, shift.target(), prompts, shift.name()));
  }

  /**
   * Draws a split that is as large as the questions allow.
   *
   * @param questions all questions
   * @param shift the two mixtures
   * @param most the largest number of questions of a side
   * @param seed any number; the same number gives the same split
   * @return the split
   */
  public static Split drawUpTo(List<Question> questions, Shift shift, int most, long seed) {
    checkArgument(most >= 1, "prompts: %s is not at least 1", most);
    for (int prompts = most; prompts > 1; prompts--) {
      try {
        return draw(questions, shift, prompts, seed);
      } catch (IllegalArgumentException tooMany) {
        continue;
      }
    }
    return draw(questions, shift, 1, seed);
  }

  private static Set<String> groups(List<Question> questions) {
    Set<String> groups = new LinkedHashSet<>();
    questions.forEach(q -> groups.add(q.group()));
    return groups;
  }

  private static ImmutableList<Question> side(
      List<Question> shuffled,
      Map<String, Boolean> onSource,
      boolean source,
      Map<String, Double> shares,
      int prompts,
      String shift) {
    ImmutableList.Builder<Question> side = ImmutableList.builder();
    Map<String, Integer> counts = counts(shares, prompts);
    for (Map.Entry<String, Integer> wanted : counts.entrySet()) {
      List<Question> found =
          shuffled.stream()
              .filter(q -> q.type().equals(wanted.getKey()))
              .filter(q -> onSource.get(q.group()) == source)
              .limit(wanted.getValue())
              .toList();
      checkArgument(
          found.size() == wanted.getValue(),
          "shift \"%s\" with %s prompts needs %s %s questions of type \"%s\", and there are %s;"
              + " ask for fewer prompts",
          shift,
          prompts,
          wanted.getValue(),
          source ? "source" : "target",
          wanted.getKey(),
          found.size());
      side.addAll(found);
    }
    return side.build();
  }

  /** Shares of a number of prompts by largest remainder; the first type wins a tie. */
  static Map<String, Integer> counts(Map<String, Double> shares, int prompts) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int given = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      int floor = (int) Math.floor(share.getValue() * prompts + 1e-9);
      counts.put(share.getKey(), floor);
      given += floor;
    }
    for (; given < prompts; given++) {
      String neediest = null;
      double most = Double.NEGATIVE_INFINITY;
      for (Map.Entry<String, Double> share : shares.entrySet()) {
        double missing = share.getValue() * prompts - counts.get(share.getKey());
        if (missing > most + 1e-9) {
          most = missing;
          neediest = share.getKey();
        }
      }
      counts.merge(neediest, 1, Integer::sum);
    }
    return counts;
  }

  private static <T> void shuffle(List<T> list, RandomStream random) {
    for (int i = list.size() - 1; i > 0; i--) {
      int k = random.nextBelow(i + 1);
      T moved = list.get(i);
      list.set(i, list.get(k));
      list.set(k, moved);
    }
  }
}

package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that the verifier has said, and when there is enough news to think again. */
final class PlainReplies {
  private final Map<Answer, List<Double>> byAnswer = new LinkedHashMap<>();
  private long count;
  private long due = 1;

  void record(Answer answer, double reward) {
    byAnswer.computeIfAbsent(answer, a -> new ArrayList<>()).add(reward);
    count++;
  }

  /** Whether a tenth more has been said than at the last time this was so. */
  boolean isNews() {
    if (count < due) {
      return false;
    }
    due = following(count);
    return true;
  }

  /** The number that is a tenth larger, or at least by one. */
  static long following(long count) {
    return Math.max(count + 1, (long) Math.floor(1.1 * count));
  }

  boolean has(Answer answer) {
    return byAnswer.containsKey(answer);
  }

  double mean(Answer answer) {
    return byAnswer.get(answer).stream().mapToDouble(r -> r).average().orElseThrow();
  }

  /** The mean reply to each answer that somebody has asked about. */
  Map<Answer, Double> means() {
    Map<Answer, Double> means = new LinkedHashMap<>();
    byAnswer.keySet().forEach(a -> means.put(a, mean(a)));
    return means;
  }
}

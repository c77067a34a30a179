package dev.ccl.theory.claims;

import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep.Atom;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that something drawn can have. Values that lie close together count as one outcome,
 * since rounding may decide between them; how far a draw is from the nearest value is not rounded.
 */
final class OutcomeTable {
  private static final double SAME = 1e-6;

  private final List<Atom> values;
  private final int[] outcome; // of each value
  private final List<Atom> outcomes = new ArrayList<>(); // one value of each, with its probability

  private OutcomeTable(List<Atom> values) {
    this.values = values;
    this.outcome = new int[values.size()];
    int[] link = links(values);
    for (int i = 0; i < link.length; i++) {
      if (link[i] == i) {
        outcome[i] = outcomes.size();
        outcomes.add(values.get(i));
      } else {
        outcome[i] = outcome[link[i]];
        int k = outcome[i];
        outcomes.set(k, outcomes.get(k).plus(values.get(i).probability()));
      }
    }
  }

  /**
   * How far the end of a step may be from where exact arithmetic leads: the step may be long, and
   * both ways round it before the projection.
   */
  static Tolerance step(double relative, double radius) {
    return Tolerance.estimate(relative * (1 + radius), "a long step, rounded in two ways");
  }

  static OutcomeTable of(List<Atom> values) {
    return new OutcomeTable(values);
  }

  /** The first value that a chain of close ones leads to. */
  private static int[] links(List<Atom> values) {
    int[] link = new int[values.size()];
    for (int i = 0; i < link.length; i++) {
      link[i] = i;
      for (int k = 0; k < i; k++) {
        if (SmallAlgebra.distance(values.get(i).gradient(), values.get(k).gradient()) <= SAME) {
          int one = Math.min(link[i], link[k]);
          int other = Math.max(link[i], link[k]);
          for (int j = 0; j <= i; j++) {
            link[j] = link[j] == other ? one : link[j];
          }
        }
      }
    }
    return link;
  }

  /** One value of each outcome, with the probability of the outcome. */
  List<Atom> all() {
    return outcomes;
  }

  double[] probabilities() {
    return outcomes.stream().mapToDouble(Atom::probability).toArray();
  }

  /** The outcome of a draw. */
  int of(double[] draw) {
    return outcome[nearest(draw)];
  }

  /** How far a draw is from every value. */
  double distance(double[] draw) {
    return SmallAlgebra.distance(values.get(nearest(draw)).gradient(), draw);
  }

  private int nearest(double[] draw) {
    int best = 0;
    double least = SmallAlgebra.distance(values.get(0).gradient(), draw);
    for (int k = 1; k < values.size(); k++) {
      double distance = SmallAlgebra.distance(values.get(k).gradient(), draw);
      if (distance < least) {
        best = k;
        least = distance;
      }
    }
    return best;
  }
}

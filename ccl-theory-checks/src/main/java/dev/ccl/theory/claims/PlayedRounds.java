package dev.ccl.theory.claims;

import dev.ccl.judge.Findings;
import java.util.ArrayList;
import java.util.List;

/**
 * What both sides of many rounds ended in, beside the law. The source side's ends are numbered from
 * 0, a trial that was not accepted; the student's are the values of ϑ<sub>1</sub> where it wins,
 * then bins of ϑ<sub>2</sub>. Single ends are too rare to show that two draws depend on each other
 * a little; events, which are sets of ends, are not.
 */
final class PlayedRounds {
  /** A set of pairs of ends. */
  @FunctionalInterface
  private interface Event {
    boolean contains(int sourceEnd, int studentEnd);

    default Event and(Event other) {
      return (k, m) -> contains(k, m) && other.contains(k, m);
    }
  }

  /** The law of the student's outcome given one outcome of the source side. */
  private static final class ConditionalLaw {
    final double probability;
    final double[] law;
    final double[] rough; // the same by a coarser quadrature
    final int[] counts; // of the rounds played

    ConditionalLaw(double probability, double[] law, double[] rough) {
      this.probability = probability;
      this.law = law;
      this.rough = rough;
      this.counts = new int[law.length];
    }
  }

  private final long t;
  private final ConditionalLaw[] laws; // each end of the source side; null where that is rare
  private final List<int[]> ends = new ArrayList<>(); // of each round: the source's, the student's
  private final List<Double> explored = new ArrayList<>(); // of each round: ϑ_2 if it won, else NaN
  private final List<Event> source = new ArrayList<>();
  private final List<Event> student = new ArrayList<>();

  PlayedRounds(long t, List<boolean[]> sourceEvents) {
    this.t = t;
    this.laws = new ConditionalLaw[sourceEvents.get(0).length];
    for (boolean[] event : sourceEvents) {
      source.add((k, m) -> event[k]);
    }
  }

  /** Sets the law behind an end of the source side, also by a coarser quadrature. */
  void expect(int sourceEnd, double probability, double[] law, double[] rough) {
    laws[sourceEnd] = new ConditionalLaw(probability, law, rough);
  }

  /**
   * Sets the events of the student: which candidate won, and which one of its kind.
   *
   * @param values how many of the ends are values of ϑ<sub>1</sub>, behind each end of the source
   */
  void studentEvents(int[] values) {
    student.add((k, m) -> m < values[k]);
    student.add((k, m) -> m == 0);
    student.add((k, m) -> m == values[k] - 1);
    student.add((k, m) -> m >= values[k] && 2 * (m - values[k]) >= bins(k, values)); // above 0
    student.add((k, m) -> m == values[k] || m - values[k] == bins(k, values) - 1); // the outer ones
  }

  private int bins(int sourceEnd, int[] values) {
    return laws[sourceEnd].law.length - values[sourceEnd];
  }

  /**
   * Adds a round; its student's end counts where the source side's end is not rare.
   *
   * @param candidate ϑ<sub>2</sub> if it won, else NaN
   */
  void add(int sourceEnd, int studentEnd, double candidate) {
    ends.add(new int[] {sourceEnd, studentEnd});
    explored.add(candidate);
    if (laws[sourceEnd] != null) {
      laws[sourceEnd].counts[studentEnd]++;
    }
  }

  /** One law: the student's end behind each end of the source side, and the joint events. */
  void compare(Findings f) {
    int among = source.size() * student.size();
    for (ConditionalLaw end : laws) {
      among += end == null ? 0 : end.law.length + 1;
    }
    for (int k = 0; k < laws.length; k++) {
      if (laws[k] != null) {
        compare(f, k, among);
      }
    }
    for (int i = 0; i < source.size(); i++) {
      for (int k = 0; k < student.size(); k++) {
        Event event = source.get(i).and(student.get(k));
        String what = "events " + i + " on the source and " + k + " of the student, t = " + t;
        int n = ends.size();
        BinomialTest.count(f, what, n, count(event), probability(event), error(event), among);
      }
    }
  }

  private void compare(Findings f, int sourceEnd, int among) {
    ConditionalLaw at = laws[sourceEnd];
    int n = 0;
    for (int count : at.counts) {
      n += count;
    }
    for (int m = 0; m < at.law.length; m++) {
      String what = "θ_{t+1}, end " + m + " after " + sourceEnd + " on the source, t = " + t;
      double error = error(at.law[m], at.rough[m]);
      BinomialTest.count(f, what, n, at.counts[m], at.law[m], error, among);
    }
    Event wins = student.get(0).and((k, m) -> k == sourceEnd);
    double p = probability(wins) / at.probability;
    double rough = sum(wins, true) / at.probability;
    String what = "candidate 1 wins after " + sourceEnd + " on the source, t = " + t;
    BinomialTest.count(f, what, n, count(wins), p, error(p, rough), among);
  }

  /**
   * One law: the same events in rounds of the same seeds but with other numbers. And no point of Θ
   * is explored twice.
   */
  static void independence(Findings f, PlayedRounds one, PlayedRounds two) {
    int n = Math.min(one.ends.size(), two.ends.size());
    int twice = 0;
    for (int k = 0; k < n; k++) {
      twice += (double) one.explored.get(k) == two.explored.get(k) ? 1 : 0;
    }
    f.equal("candidates explored in two rounds of one seed", twice, 0, 0);
    List<Event> first = one.events();
    List<Event> second = two.events();
    for (int i = 0; i < first.size(); i++) {
      int both = 0;
      for (int k = 0; k < n; k++) {
        both += one.has(first.get(i), k) && two.has(second.get(i), k) ? 1 : 0;
      }
      double p = one.probability(first.get(i));
      double q = two.probability(second.get(i));
      double error = one.error(first.get(i)) + two.error(second.get(i));
      String what = "event " + i + " in rounds " + one.t + " and " + two.t + " of one seed";
      BinomialTest.count(f, what, n, both, p * q, error, first.size());
    }
  }

  private List<Event> events() {
    List<Event> all = new ArrayList<>(source);
    all.addAll(student);
    return all;
  }

  private boolean has(Event event, int round) {
    int k = ends.get(round)[0];
    return laws[k] != null && event.contains(k, ends.get(round)[1]);
  }

  private int count(Event event) {
    int count = 0;
    for (int round = 0; round < ends.size(); round++) {
      count += has(event, round) ? 1 : 0;
    }
    return count;
  }

  private double probability(Event event) {
    return sum(event, false);
  }

  private double error(Event event) {
    return error(sum(event, false), sum(event, true));
  }

  /** A bound of the error of the quadrature, from a coarser one. */
  private static double error(double fine, double rough) {
    return 2 * Math.abs(fine - rough) + 5e-4;
  }

  private double sum(Event event, boolean rough) {
    double sum = 0;
    for (int k = 0; k < laws.length; k++) {
      for (int m = 0; laws[k] != null && m < laws[k].law.length; m++) {
        double p = rough ? laws[k].rough[m] : laws[k].law[m];
        sum += event.contains(k, m) ? laws[k].probability * p : 0;
      }
    }
    return sum;
  }
}

package dev.ccl.algorithms.variants;

import com.google.common.primitives.Doubles;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code teaching=guarded}: the iterate teaches, or a point half or a quarter of the way to it from
 * the teacher, if the student that it makes is known to be better than the one that matches the
 * teacher; else the teacher does. A liar overrides one of the protected methods.
 */
class PlainGuard {
  /** What each calibration makes of the student that matches the teacher. */
  static final class Students {
    private final Naive model;
    private final double[] matching;
    private final Map<List<Double>, double[]> known = new HashMap<>();

    Students(Naive model, Minimum taught) {
      this.model = model;
      this.matching = taught.point();
    }

    private double[] of(double[] w) {
      return known.computeIfAbsent(
          Doubles.asList(w.clone()),
          key -> new PlainNatural(model).steps(matching, model.calibrated(w), 30));
    }
  }

  private final Naive model;
  private final Students students;
  private final PlainReplies replies = new PlainReplies();
  private double[] taught;

  PlainGuard(PlainVariant.Ground ground, double[] w) {
    this.model = ground.model();
    this.students = ground.students();
    this.taught = w.clone();
  }

  void verified(Answer answer, double reward) {
    replies.record(answer, reward);
  }

  /** The calibration that teaches after a round. */
  double[] taught(double[] iterate) {
    if (replies.isNews()) {
      taught = reviewed(iterate);
    }
    return taught.clone();
  }

  private double[] reviewed(double[] iterate) {
    double[] teacher = model.teacherParameter();
    double[] way = SmallAlgebra.plus(iterate, -1, teacher);
    boolean informed = targetKinds().stream().allMatch(kind -> sources(kind).size() >= 2);
    if (informed && SmallAlgebra.norm(way) > 0) {
      for (double reach : new double[] {1, 0.5, 0.25}) {
        double[] tried = SmallAlgebra.plus(teacher, reach, way);
        if (gain(students.matching, students.of(tried)) > 0) {
          return tried;
        }
      }
    }
    return teacher;
  }

  private String kind(String prompt) {
    return model.instance().prompts().get(prompt).prompt().kind();
  }

  private TreeSet<String> targetKinds() {
    return model.target().stream().map(this::kind).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Each source prompt of a kind once. */
  private List<String> sources(String kind) {
    return model.source().stream().distinct().filter(x -> kind(x).equals(kind)).toList();
  }

  /** What one student is known to be better by than another, less half a standard error. */
  private double gain(double[] before, double[] after) {
    StudentLaw then = model.student(before);
    StudentLaw now = model.student(after);
    double gain = price(then) - price(now);
    double variance = 0;
    for (String kind : targetKinds()) {
      double[] changes = sources(kind).stream().mapToDouble(x -> change(then, now, x)).toArray();
      double error = share(kind) * standardError(changes);
      gain += share(kind) * Math.min(mean(changes), worst(then, now, kind));
      variance += error * error;
    }
    return gain - Math.sqrt(variance) / 2;
  }

  /** λ KL to the reference on the target prompts. */
  protected double price(StudentLaw student) {
    return model.lambda() * Costs.of(model).divergence(student, model.reference());
  }

  /** Of a kind among the target prompts. */
  protected double share(String kind) {
    double count = model.target().stream().filter(x -> kind(x).equals(kind)).count();
    return count / model.target().size();
  }

  /** What counts for an answer whose probability changes and that nobody has asked about. */
  protected double unknown(double change) {
    return Math.min(0, change);
  }

  /** The least of the answers that are the best of five prompts or more, with its error. */
  protected double worst(StudentLaw then, StudentLaw now, String kind) {
    Map<List<Integer>, List<String>> byBest =
        sources(kind).stream()
            .filter(x -> model.answers(x).stream().anyMatch(this::isWorthSomething))
            .collect(Collectors.groupingBy(x -> best(x).tokens().asList()));
    double least = Double.POSITIVE_INFINITY;
    for (List<String> prompts : byBest.values()) {
      double[] changes = prompts.stream().mapToDouble(x -> change(then, now, x)).toArray();
      if (changes.length >= 5) {
        least = Math.min(least, mean(changes) + standardError(changes));
      }
    }
    return least;
  }

  private boolean isWorthSomething(Answer answer) {
    return replies.has(answer) && replies.mean(answer) > 0;
  }

  private Answer best(String prompt) {
    double most =
        model.answers(prompt).stream()
            .filter(replies::has)
            .mapToDouble(replies::mean)
            .max()
            .orElseThrow();
    return model.answers(prompt).stream()
        .filter(a -> replies.has(a) && replies.mean(a) == most)
        .findFirst()
        .orElseThrow();
  }

  /** Of E R on a source prompt, at most. */
  private double change(StudentLaw then, StudentLaw now, String prompt) {
    double sum = 0;
    for (Answer a : model.answers(prompt)) {
      double change = now.probability(a) - then.probability(a);
      sum += replies.has(a) ? change * replies.mean(a) : unknown(change);
    }
    return sum;
  }

  private static double mean(double[] x) {
    return Arrays.stream(x).sum() / x.length;
  }

  private static double standardError(double[] x) {
    double mean = mean(x);
    double squares = Arrays.stream(x).map(y -> (y - mean) * (y - mean)).sum();
    return Math.sqrt(squares / (x.length - 1) / x.length);
  }
}

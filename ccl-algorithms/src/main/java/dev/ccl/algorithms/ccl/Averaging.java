package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.Part;
import dev.ccl.core.problem.LearningProblem;
import java.util.stream.Collectors;

/** Which calibration teaches the student. */
public enum Averaging implements CalibrationAverage {
  /** The last iterate. */
  NONE {
    @Override
    public InRun start(Setup setup, double[] w) {
      return new InRun() {
        @Override
        public void add(long t) {}

        @Override
        public double[] calibration() {
          return w;
        }
      };
    }
  },
  /** An average of the iterates in which the weight of round s grows like s³. */
  TAIL {
    @Override
    public InRun start(Setup setup, double[] w) {
      double[] average = w.clone();
      setup.memory().keep("iterate", w);
      return new Tail(w, average);
    }
  },
  /**
   * The last iterate, or a point between it and the teacher, as long as source rewards say that the
   * student gains by it; else the teacher as it is.
   */
  GUARDED {
    @Override
    public InRun start(Setup setup, double[] w) {
      setup.requireWhole("averaging=guarded", "averaging=none");
      return new GuardedIterate(setup, w);
    }

    @Override
    public ImmutableList<String> warnings(LearningProblem problem) {
      ImmutableSet<String> unknown = KnownGain.unknownKinds(problem);
      return unknown.isEmpty()
          ? ImmutableList.of()
          : ImmutableList.of(
              "the student will match the teacher as it is, whatever the rewards say:"
                  + " averaging=guarded needs two source prompts of each kind of target prompts,"
                  + " and there are fewer of "
                  + unknown.stream()
                      .map(kind -> kind.isEmpty() ? "those without a kind" : '"' + kind + '"')
                      .collect(Collectors.joining(", ")));
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }

  private static final class Tail implements InRun {
    private final double[] iterate;
    private final double[] average;

    Tail(double[] iterate, double[] average) {
      this.iterate = iterate;
      this.average = average;
    }

    @Override
    public void add(long t) {
      double share = 4.0 / (t + 4);
      for (int i = 0; i < average.length; i++) {
        average[i] += share * (iterate[i] - average[i]);
      }
    }

    @Override
    public double[] calibration() {
      return average;
    }
  }
}

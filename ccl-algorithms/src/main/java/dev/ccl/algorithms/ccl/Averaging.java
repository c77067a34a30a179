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
  /**
   * The solution of the equations that exact rewards give, once further rewards prove it; until
   * then, and where one contradicts it, the last iterate.
   */
  PROVEN {
    @Override
    public InRun start(Setup setup, double[] w) {
      setup.requireWhole("averaging=proven", "averaging=none");
      return new ProvenSolution(setup, w);
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
}

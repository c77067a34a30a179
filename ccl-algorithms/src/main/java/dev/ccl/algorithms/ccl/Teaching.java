package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.problem.LearningProblem;
import java.util.stream.Collectors;

/** Which calibration teaches the student: the last iterate, or another made from it. */
public interface Teaching extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @param w the iterate: the run's own array, which holds the calibration of the state; a part
   *     that teaches another keeps it in the memory
   * @return the workspace
   */
  InRun start(Run run, double[] w);

  /**
   * Says what a user should know before a run.
   *
   * @param problem the problem
   * @return sentences; empty if there is nothing to say
   */
  default ImmutableList<String> warnings(LearningProblem problem) {
    return ImmutableList.of();
  }

  /** The teaching of one run. */
  interface InRun extends RoundListener {
    @Override
    default void verified(SourceCursor walk, Comparison comparison, double reward) {}

    /**
     * Takes in the iterate of a round.
     *
     * @param t the round
     */
    void add(long t);

    /**
     * Returns the calibration that teaches the student.
     *
     * @return always the same array
     */
    double[] calibration();
  }

  /** The ways of teaching of this library. */
  enum Choice implements Teaching {
    /** The last iterate. */
    LAST {
      @Override
      public InRun start(Run run, double[] w) {
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
      public InRun start(Run run, double[] w) {
        run.requireWhole("teaching=proven", "teaching=last");
        return new ProvenTeaching(run, w);
      }
    },
    /**
     * The last iterate, or a point between it and the teacher, as long as source rewards say that
     * the student gains by it; else the teacher as it is.
     */
    GUARDED {
      @Override
      public InRun start(Run run, double[] w) {
        run.requireWhole("teaching=guarded", "teaching=last");
        return new GuardedTeaching(run, w);
      }

      @Override
      public ImmutableList<String> warnings(LearningProblem problem) {
        ImmutableSet<String> unknown = KnownGain.unknownKinds(problem);
        return unknown.isEmpty()
            ? ImmutableList.of()
            : ImmutableList.of(
                "the student will match the teacher as it is, whatever the rewards say:"
                    + " teaching=guarded needs two source prompts of each kind of target prompts,"
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
}

package dev.ccl.theory;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import java.util.List;

/** Section 3: feasible answers, the policies on them, and the sets of their parameters. */
public interface PolicyFormulas {
  /** {@return what a learner may see} */
  LearningProblem problem();

  /**
   * Returns the prompts of a side.
   *
   * @param side which
   * @return the dataset with its forest
   */
  default Dataset dataset(Side side) {
    return side == Side.SOURCE ? problem().source().dataset() : problem().target().dataset();
  }

  /**
   * Returns the legal tokens at a state (def:ced-feasible-trajectories).
   *
   * @param prompt x
   * @param prefix a<sub>1:h-1</sub>, legal tokens
   * @return 𝓑(s)
   */
  default ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
    State state = problem().mdp().start(prompt);
    for (int h = 0; h < prefix.length(); h++) {
      state = problem().mdp().append(state, prefix.get(h));
    }
    return state.legal();
  }

  /**
   * Returns the feasible answers.
   *
   * @param prompt x
   * @return 𝒜(x)
   */
  default List<ImmutableIntArray> answers(Prompt prompt) {
    return problem().mdp().answers(prompt);
  }

  /**
   * Returns the student's law (eq:ced-softmax).
   *
   * @param side where
   * @param theta θ; read
   * @return π<sub>stu,θ</sub>
   */
  default EdgeLaw student(Side side, double[] theta) {
    return (side == Side.SOURCE ? problem().source().student() : problem().target().student())
        .law(theta);
  }

  /**
   * Returns the calibrated teacher's law (eq:ced-softmax).
   *
   * @param side where
   * @param w w; read
   * @return π<sub>w</sub>
   */
  default EdgeLaw calibrated(Side side, double[] w) {
    return (side == Side.SOURCE
            ? problem().source().calibration()
            : problem().target().calibration())
        .law(w);
  }

  /**
   * Returns the reference's law.
   *
   * @param side where
   * @return π<sub>pre</sub>
   */
  default EdgeLaw reference(Side side) {
    return side == Side.SOURCE ? problem().source().reference() : problem().target().reference();
  }

  /**
   * Returns the average full-answer KL on the target.
   *
   * @param student the law in the first place
   * @param other the law in the second place
   * @return (1/m) Σ<sub>j</sub> KL(student ‖ other)
   */
  default double divergence(EdgeLaw student, EdgeLaw other) {
    return Sweeps.averageDivergence(problem().target().dataset(), student, other);
  }

  /**
   * Projects onto W.
   *
   * @param w a point; overwritten
   */
  default void projectCalibration(double[] w) {
    problem().calibration().set().project(w);
  }

  /**
   * Projects onto Θ.
   *
   * @param theta a point; overwritten
   */
  default void projectStudent(double[] theta) {
    problem().student().set().project(theta);
  }

  /**
   * Draws the exploring candidate (line:br-exploration).
   *
   * @param stream the source of randomness
   * @param theta overwritten with a point of Θ
   */
  default void explore(RandomStream stream, double[] theta) {
    problem().student().set().draw(stream, theta);
  }

  /**
   * Asks for a reward as a learner can.
   *
   * @param prompt any prompt
   * @param answer an answer
   * @return its reward
   * @throws IllegalArgumentException if the prompt is not a source prompt
   */
  default double query(Prompt prompt, ImmutableIntArray answer) {
    return problem().newVerifier().query(prompt, answer);
  }
}

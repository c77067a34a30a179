package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TokenLaw;
import dev.ccl.core.random.RandomStream;

/**
 * How a comparison is drawn: which prompt, which position, which alternative to the teacher's token
 * (line:br-design to line:br-candidates). Whatever they depend on is known before the label is
 * drawn; that is all that the mean of a step and a certificate need of them.
 */
public interface Alternatives extends Part {
  /**
   * Draws i<sub>t</sub>, here uniformly.
   *
   * @param random the stream of the draw
   * @param prompts n
   * @return an index below n
   */
  default int prompt(RandomStream random, int prompts) {
    return random.nextBelow(prompts);
  }

  /**
   * Draws h<sub>t</sub>, here uniformly.
   *
   * @param random the stream of the draw
   * @param horizon H
   * @return a position from 1 to H
   */
  default int position(RandomStream random, int horizon) {
    return 1 + random.nextBelow(horizon);
  }

  /**
   * Draws c<sub>t,0</sub>.
   *
   * @param s is at s<sub>t</sub>; it may be asked for its {@link TokenLaw}s and is not moved
   * @param theta θ<sub>t</sub>; read
   * @param random the stream of the draw
   * @return the place of a legal token
   */
  int alternative(SourceCursor s, double[] theta, RandomStream random);

  /**
   * Opens the part for a run. A part that remembers something or looks at the teacher's token makes
   * a workspace of its own; others are asked for {@link #alternative}.
   *
   * @param run what the run offers
   * @param w the iterate: the run's own array; read
   * @return the workspace
   * @throws IllegalArgumentException if the part cannot be used on the problem; the message says
   *     why
   */
  default InRun start(Run run, double[] w) {
    return (t, s, c1, theta, random) -> alternative(s, theta, random);
  }

  /** The alternatives of one run. */
  @FunctionalInterface
  interface InRun {
    /**
     * Draws c<sub>t,0</sub>.
     *
     * @param t the round
     * @param s stands at s<sub>t</sub> and is not moved
     * @param c1 the place of c<sub>t,1</sub>
     * @param theta θ<sub>t</sub>; read
     * @param random the stream of the draw
     * @return the place of a legal token
     */
    int alternative(long t, SourceCursor s, int c1, double[] theta, RandomStream random);
  }

  /** The alternatives of this library; prompt and position are uniform. */
  enum Choice implements Alternatives {
    /** From the current student. */
    STUDENT {
      @Override
      public int alternative(SourceCursor s, double[] theta, RandomStream random) {
        return s.student(theta).draw(random);
      }
    },
    /** Uniformly from the legal tokens. */
    UNIFORM {
      @Override
      public int alternative(SourceCursor s, double[] theta, RandomStream random) {
        return random.nextBelow(s.degree());
      }
    },
    /** From the frozen teacher. */
    TEACHER {
      @Override
      public int alternative(SourceCursor s, double[] theta, RandomStream random) {
        return s.teacher().draw(random);
      }
    };

    @Override
    public String toString() {
      return Part.word(this);
    }
  }
}

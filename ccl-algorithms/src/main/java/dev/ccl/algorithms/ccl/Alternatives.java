package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.random.RandomStream;

/** From which policy the alternative c<sub>t,0</sub> is drawn; prompt and position are uniform. */
public enum Alternatives implements Comparisons {
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

package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;

/** From which policy the alternative c<sub>t,0</sub> is drawn; prompt and position are uniform. */
public enum Alternatives implements Comparisons {
  /** From the current student. */
  STUDENT {
    @Override
    public int alternative(SourceCursor s, double[] theta, RandomStream random) {
      return s.student(theta).draw(random);
    }

    @Override
    double coverage(LearningProblem problem, EdgeLaw teacher, int s, int b) {
      return StudentCoverage.of(problem, s, b);
    }
  },
  /** Uniformly from the legal tokens. */
  UNIFORM {
    @Override
    public int alternative(SourceCursor s, double[] theta, RandomStream random) {
      return random.nextBelow(s.degree());
    }

    @Override
    double coverage(LearningProblem problem, EdgeLaw teacher, int s, int b) {
      return 1.0 / teacher.forest().degree(s);
    }
  },
  /** From the frozen teacher. */
  TEACHER {
    @Override
    public int alternative(SourceCursor s, double[] theta, RandomStream random) {
      return s.teacher().draw(random);
    }

    @Override
    double coverage(LearningProblem problem, EdgeLaw teacher, int s, int b) {
      return teacher.probability(teacher.forest().firstEdge(s) + b);
    }
  };

  abstract double coverage(LearningProblem problem, EdgeLaw teacher, int s, int b);

  @Override
  public double[] coverage(LearningProblem problem, EdgeLaw teacher, int s) {
    double[] coverage = new double[teacher.forest().degree(s)];
    for (int b = 0; b < coverage.length; b++) {
      coverage[b] = coverage(problem, teacher, s, b);
    }
    return coverage;
  }

  @Override
  public String toString() {
    return Part.word(this);
  }
}

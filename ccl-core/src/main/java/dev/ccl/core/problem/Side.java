package dev.ccl.core.problem;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.PolicyFamily;

/**
 * One side of a problem, source or target: its questions, and what each policy says there. Kernels
 * and laws are made when they are first asked for and kept; a side is immutable and may be shared
 * between threads.
 */
public final class Side {
  private final Dataset dataset;
  private final Supplier<EdgeModel> student;
  private final Supplier<EdgeModel> calibration;
  private final Supplier<EdgeLaw> reference;

  Side(Dataset dataset, PolicyFamily student, PolicyFamily calibration, FrozenPolicy reference) {
    this.dataset = dataset;
    this.student = Suppliers.memoize(() -> student.on(dataset.forest()));
    this.calibration = Suppliers.memoize(() -> calibration.on(dataset.forest()));
    this.reference = Suppliers.memoize(() -> reference.on(dataset.forest()));
  }

  /** {@return the questions, 𝒟<sub>src</sub> or 𝒟<sub>tar</sub>} */
  public Dataset dataset() {
    return dataset;
  }

  /**
   * Returns the prefix trees of the questions.
   *
   * @return the forest of {@link #dataset}
   */
  public Forest forest() {
    return dataset.forest();
  }

  /** {@return the kernels of π<sub>stu,θ</sub>, the student's class here} */
  public EdgeModel student() {
    return student.get();
  }

  /** {@return the kernels of π<sub>w</sub>, the teacher's class here} */
  public EdgeModel calibration() {
    return calibration.get();
  }

  /** {@return the reference here, π<sub>pre</sub>} */
  public EdgeLaw reference() {
    return reference.get();
  }
}

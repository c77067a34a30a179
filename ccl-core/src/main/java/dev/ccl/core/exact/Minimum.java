package dev.ccl.core.exact;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;

/**
 * A global minimum of a cost over a parameter set, as found by {@link GlobalMinimizer}, with the
 * verdicts that the paper's assumptions ask for.
 *
 * @param point the minimiser
 * @param cost its cost
 * @param residual the norm of the projected gradient of C/κ; 0 at an exact stationary point
 * @param location whether the minimiser is inside the set
 * @param curvature the smallest eigenvalue of the Hessian of the cost there
 * @param tangentCurvature the same on the boundary for movements along it, with the curvature of
 *     the boundary counted in; +∞ where no movement is left, and {@code curvature} in the interior
 * @param rivals other minimisers with the same cost; empty where the minimiser is unique (asked for
 *     by ass:ced-unique)
 */
public record Minimum(
    ImmutableDoubleArray point,
    double cost,
    double residual,
    Location location,
    double curvature,
    double tangentCurvature,
    ImmutableList<ImmutableDoubleArray> rivals) {

  /** Where a minimiser lies. */
  public enum Location {
    /** Inside the set. */
    INTERIOR,
    /** On its boundary. */
    BOUNDARY
  }

  /**
   * Tells whether no other minimiser was found.
   *
   * @return whether there are no rivals
   */
  public boolean isUnique() {
    return rivals.isEmpty();
  }
}

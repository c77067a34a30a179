package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Case;
import dev.ccl.theory.Place;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;

/**
 * One try of a search: an instance and a point of its parameter sets.
 *
 * @param instance the instance
 * @param place where in W and Θ
 * @param seed which point of the place, and the root of what is sampled
 */
public record Trial(Instance instance, Place place, long seed) {
  /**
   * Returns the case of this trial, for exact comparisons only.
   *
   * @param specimen the instance with what is known about it
   * @param subject the implementation under test
   * @return the case
   */
  public Case on(Specimen specimen, Subject subject) {
    return place.on(specimen, subject, seed);
  }

  @Override
  public String toString() {
    return instance.header().name() + ", parameters " + place.text() + ", seed " + seed;
  }
}

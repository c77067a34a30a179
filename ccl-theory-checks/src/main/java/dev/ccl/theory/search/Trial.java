package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Case;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;

/**
 * One try of a search: an instance, a point of its parameter sets, and how much is sampled there.
 *
 * @param instance the instance
 * @param place where in W and Θ
 * @param seed which point of the place, and the root of what is sampled
 * @param effort how much is sampled
 */
public record Trial(Instance instance, Place place, long seed, Effort effort) {
  /**
   * Makes a try that compares exactly.
   *
   * @param instance the instance
   * @param place where in W and Θ
   * @param seed which point of the place
   */
  public Trial(Instance instance, Place place, long seed) {
    this(instance, place, seed, Effort.NONE);
  }

  /**
   * Returns this try with another effort.
   *
   * @param other how much is sampled
   * @return the try
   */
  public Trial with(Effort other) {
    return new Trial(instance, place, seed, other);
  }

  /**
   * Returns this try on another instance.
   *
   * @param other the instance
   * @return the try
   */
  public Trial on(Instance other) {
    return new Trial(other, place, seed, effort);
  }

  /**
   * Returns the case of this try.
   *
   * @param specimen the instance with what is known about it
   * @param subject the implementation under test
   * @return the case
   */
  public Case on(Specimen specimen, Subject subject) {
    return place.on(specimen, subject, seed).with(effort);
  }

  @Override
  public String toString() {
    return instance.header().name() + ", parameters " + place.text() + ", seed " + seed;
  }
}

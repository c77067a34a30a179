package dev.ccl.theory.search;

import static com.google.common.base.Preconditions.checkArgument;

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
 * @param sampled whether a claim about rounds, draws or runs samples here; only {@linkplain
 *     Place#ANYWHERE anywhere}, where {@code ccl verify} samples too
 */
public record Trial(Instance instance, Place place, long seed, boolean sampled) {
  /**
   * Makes a try.
   *
   * @param instance the instance
   * @param place where in W and Θ
   * @param seed which point of the place, and the root of what is sampled
   * @param sampled whether a claim about rounds, draws or runs samples here
   * @throws IllegalArgumentException if something is sampled elsewhere than anywhere
   */
  public Trial {
    checkArgument(!sampled || place == Place.ANYWHERE, "nothing is sampled %s", place.text());
  }

  /**
   * Makes a try that compares exactly.
   *
   * @param instance the instance
   * @param place where in W and Θ
   * @param seed which point of the place
   */
  public Trial(Instance instance, Place place, long seed) {
    this(instance, place, seed, false);
  }

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

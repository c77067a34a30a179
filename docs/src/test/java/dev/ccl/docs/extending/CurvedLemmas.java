package dev.ccl.docs.extending;

// region lemmas
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.theory.lemmas.FamilyLemmas;

/** The lemmas that hold for every class of students, tried on this one. */
class CurvedLemmas implements FamilyLemmas {
  @Override
  public PolicyFamily family(FeatureMap features) {
    return new FastCurvedSoftmax(features);
  }
}
// endregion

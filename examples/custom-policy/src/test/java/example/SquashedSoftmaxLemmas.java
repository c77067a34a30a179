package example;

import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.theory.lemmas.FamilyLemmas;

/** The paper's lemmas for every class of students, as properties of jqwik. */
class SquashedSoftmaxLemmas implements FamilyLemmas {
  @Override
  public PolicyFamily family(FeatureMap features) {
    return SquashedSoftmax.of(features);
  }

  @Override
  public String options() {
    return "--family example.SquashedSoftmax --classpath target/classes";
  }
}

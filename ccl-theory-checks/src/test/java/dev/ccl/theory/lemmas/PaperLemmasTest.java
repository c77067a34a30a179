package dev.ccl.theory.lemmas;

import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The library against the lemmas: one property per claim of the paper. */
@AddLifecycleHook(LemmaLines.class)
class PaperLemmasTest
    implements PolicyLemmas, CostLemmas, CalibrationLemmas, StudentLemmas, SeparationLemmas {
  @Override
  public boolean requiresCoverage() {
    return true;
  }
}

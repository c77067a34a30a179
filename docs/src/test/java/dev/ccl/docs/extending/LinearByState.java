package dev.ccl.docs.extending;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.testkit.policy.ForwardingFamily;

/** The linear class with its per-state code alone. */
final class LinearByState extends ForwardingFamily.Bounded implements LinearFamily {
  LinearByState(FeatureMap features) {
    super(LinearSoftmax.of(features));
  }

  @Override
  public EdgeModel on(Forest forest) {
    return statewise(forest);
  }
}

package dev.ccl.theory.lemmas;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.policies.BilinearSoftmax;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TabularSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.policies.sets.ProductSet;
import dev.ccl.theory.Students;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The shipped families against the claims that hold for every class of students. */
class FamiliesLemmasTest {
  private static Stream<DynamicTest> lemmas(Students students) {
    return Lemmas.ofFamily(students).tests();
  }

  /** The paper's class by its per-state code, as any other family is seen. */
  @TestFactory
  Stream<DynamicTest> linear() {
    return lemmas(Students.of(LinearSoftmax::of));
  }

  @TestFactory
  Stream<DynamicTest> tempered() {
    return lemmas(
        instance -> {
          PolicyFamily family = TemperedSoftmax.of(Students.features(instance));
          int d = family.dimension();
          ConvexSet set = ProductSet.of(Ball.of(d - 1, instance.header().bound()), Ball.of(1, 0.7));
          return new PolicyClass(family, set, ImmutableDoubleArray.copyOf(new double[d]));
        });
  }

  @TestFactory
  Stream<DynamicTest> bilinear() {
    return lemmas(Students.of(features -> BilinearSoftmax.of(features, features, 1)));
  }

  @TestFactory
  Stream<DynamicTest> network() {
    return lemmas(Students.of(features -> TanhNetwork.of(features, 2)));
  }

  @TestFactory
  Stream<DynamicTest> residual() {
    return lemmas(
        Students.of(
            features ->
                ResidualSoftmax.ofLogits(
                    (state, out) -> {
                      for (int k = 0; k < state.legal().length(); k++) {
                        out[k] = k % 2 == 0 ? 0.5 : -0.5;
                      }
                    },
                    0.5,
                    features)));
  }

  /** One parameter per edge of the tree; the linear class where the tree has more than twelve. */
  @TestFactory
  Stream<DynamicTest> tabular() {
    return lemmas(FamiliesLemmasTest::table);
  }

  private static PolicyClass table(Instance instance) {
    LearningProblem problem = instance.problem();
    Set<Prompt> prompts = new LinkedHashSet<>(problem.source().forest().prompts());
    prompts.addAll(problem.target().forest().prompts());
    TabularSoftmax table = TabularSoftmax.of(problem.mdp(), prompts.stream().toList());
    PolicyFamily family =
        table.dimension() <= 12 ? table : LinearSoftmax.of(Students.features(instance));
    int d = family.dimension();
    return new PolicyClass(
        family, Ball.of(d, instance.header().bound()), ImmutableDoubleArray.copyOf(new double[d]));
  }
}

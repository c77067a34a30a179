package dev.ccl.theory.lemmas;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
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
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.util.LinkedHashSet;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Group;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The shipped families against the lemmas that hold for every class of students. */
@AddLifecycleHook(LemmaLines.class)
@SuppressWarnings("ClassCanBeStatic") // groups of jqwik are inner classes
class FamiliesLemmasTest {
  /** The paper's class by its per-state code, as any other family is seen. */
  @Group
  class Linear implements FamilyLemmas {
    @Override
    public PolicyFamily family(FeatureMap features) {
      return LinearSoftmax.of(features);
    }
  }

  @Group
  class Tempered implements FamilyLemmas {
    @Override
    public PolicyFamily family(FeatureMap features) {
      return TemperedSoftmax.of(features);
    }

    @Override
    public ConvexSet set(int dimension, double bound) {
      return ProductSet.of(Ball.of(dimension - 1, bound), Ball.of(1, 0.7));
    }
  }

  @Group
  class Bilinear implements FamilyLemmas {
    @Override
    public PolicyFamily family(FeatureMap features) {
      return BilinearSoftmax.of(features, features, 1);
    }
  }

  @Group
  class Network implements FamilyLemmas {
    @Override
    public PolicyFamily family(FeatureMap features) {
      return TanhNetwork.of(features, 2);
    }
  }

  @Group
  class Residual implements FamilyLemmas {
    @Override
    public PolicyFamily family(FeatureMap features) {
      return ResidualSoftmax.ofLogits(
          (state, out) -> {
            for (int k = 0; k < state.legal().length(); k++) {
              out[k] = k % 2 == 0 ? 0.5 : -0.5;
            }
          },
          0.5,
          features);
    }
  }

  /** One parameter per edge of the tree: on instances with few. */
  @Group
  class Tabular implements PolicyLemmas, CostLemmas {
    @Provide
    @Override
    public Arbitrary<Trial> instances() {
      return LemmaArbitraries.trials(Trials.of(Requirement.TINY_TARGET))
          .filter(trial -> table(trial.instance()).family().dimension() <= 12);
    }

    @Override
    public Subject subject(Instance instance) {
      return new Subject(instance, Tabular::table);
    }

    private static PolicyClass table(Instance instance) {
      LearningProblem problem = instance.problem();
      Set<Prompt> prompts = new LinkedHashSet<>(problem.source().forest().prompts());
      prompts.addAll(problem.target().forest().prompts());
      TabularSoftmax table = TabularSoftmax.of(problem.mdp(), prompts.stream().toList());
      int d = table.dimension();
      return new PolicyClass(
          table, Ball.of(d, instance.header().bound()), ImmutableDoubleArray.copyOf(new double[d]));
    }
  }
}

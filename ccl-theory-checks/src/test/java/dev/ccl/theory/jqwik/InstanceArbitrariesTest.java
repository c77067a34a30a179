package dev.ccl.theory.jqwik;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.policy.Ball;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Properties of a user shrink as counterexamples of claims do. */
class InstanceArbitrariesTest {
  @Provide
  Arbitrary<Instance> instances() {
    return InstanceArbitraries.instances();
  }

  @Provide
  Arbitrary<double[]> points() {
    return InstanceArbitraries.parameters(Ball.of(3, 2));
  }

  /** The mistake that is planted below: rewards are taken to be 0 or 1. */
  private static boolean rewardsAreVerdicts(Instance instance) {
    for (PromptTable table : instance.prompts().values()) {
      for (double reward : table.rewards().values()) {
        if (reward > 0.2 && reward < 0.8) {
          return false;
        }
      }
    }
    return true;
  }

  /** Expects a failure whose sample is small. */
  static final class SmallFailure implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      PropertyExecutionResult result = property.execute();
      assertEquals(PropertyExecutionResult.Status.FAILED, result.status());
      Object value = result.falsifiedParameters().orElseThrow().get(0);
      assertNotNull(value);
      if (value instanceof Instance instance) {
        assertTrue(instance.source().size() + instance.target().size() <= 2, "prompts");
        assertTrue(instance.header().horizon() <= 2, "H");
        assertTrue(instance.header().vocabulary().size() <= 3, "tokens");
      } else {
        double[] point = (double[]) value;
        assertEquals(0, point[0]);
        assertEquals(0, point[2]);
        assertEquals(1, point[1], 1e-12);
      }
      return result.mapToSuccessful();
    }
  }

  @Property(tries = 200, seed = "7", edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
  @AddLifecycleHook(SmallFailure.class)
  void aPlantedMistakeEndsInASmallInstance(@ForAll("instances") Instance instance) {
    assertTrue(rewardsAreVerdicts(instance));
  }

  @Property(tries = 200, seed = "7")
  @AddLifecycleHook(SmallFailure.class)
  void parametersShrinkTowardsZero(@ForAll("points") double[] point) {
    assertTrue(point[1] < 0.6);
  }

  @Property(tries = 100)
  void pointsAreMembers(@ForAll("points") double[] point) {
    assertTrue(Ball.of(3, 2).contains(point));
  }
}

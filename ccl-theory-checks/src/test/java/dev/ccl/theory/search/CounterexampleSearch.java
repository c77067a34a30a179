package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Kind;
import java.util.List;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Combinators.F8;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Looks for instances and parameters that contradict a claim: shapes with both feasibility rules, λ
 * and B over orders of magnitude, coinciding features, parameters at 0, inside and on the boundary.
 */
@PropertyDefaults(
    generation = GenerationMode.RANDOMIZED,
    afterFailure = AfterFailureMode.RANDOM_SEED,
    shrinking = ShrinkingMode.FULL)
class CounterexampleSearch {
  private static final List<Claim> EXACT =
      Claims.all().stream().filter(c -> c.kind() != Kind.CONSISTENT_WITH).toList();

  /** How many instances of each shape are tried; {@code -Dccl.thorough=true} tries more. */
  private static final int INSTANCES = Boolean.getBoolean("ccl.thorough") ? 100 : 1;

  @Property(tries = 60, seed = "20260101")
  boolean noTrialContradictsAClaim(@ForAll("trials") Trial trial) {
    for (int k = 0; k < INSTANCES; k++) {
      Trial one = trial.withSeed(trial.seed() + k);
      EXACT.forEach(one::check);
    }
    return true;
  }

  @Provide
  Arbitrary<Trial> trials() {
    F8<Integer, Integer, Feasibility, Integer, Integer, Integer, Integer, Long, Shape> shape =
        Shape::new;
    Arbitrary<Shape> shapes =
        Combinators.combine(
                Arbitraries.integers().between(1, 3),
                Arbitraries.integers().between(1, 3),
                Arbitraries.of(Feasibility.EOS_PADDED, Feasibility.EXPLICIT),
                Arbitraries.integers().between(1, 3),
                Arbitraries.integers().between(1, 2),
                Arbitraries.integers().between(1, 3),
                Arbitraries.integers().between(1, 3),
                Arbitraries.longs().between(0, 1_000_000))
            .as(shape);
    return Combinators.combine(
            shapes,
            Arbitraries.of(RandomSpec.Geometry.class),
            Arbitraries.of(RandomSpec.SetShape.class),
            Arbitraries.of(RandomSpec.Construction.class),
            Arbitraries.doubles().between(-1.3, 1.3),
            Arbitraries.doubles().between(-2, 0.9),
            Arbitraries.integers().between(0, 2))
        .as(
            (s, geometry, set, construction, logLambda, logBound, edge) ->
                new Trial(
                    s.horizon,
                    s.letters,
                    s.rule,
                    s.source,
                    s.target,
                    s.calibration,
                    s.student,
                    geometry,
                    set,
                    construction,
                    logLambda,
                    logBound,
                    edge,
                    s.seed));
  }

  private record Shape(
      int horizon,
      int letters,
      Feasibility rule,
      int source,
      int target,
      int calibration,
      int student,
      long seed) {}
}

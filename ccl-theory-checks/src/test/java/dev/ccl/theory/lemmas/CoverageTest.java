package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Place;
import dev.ccl.theory.search.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Into which of the hard regions a try falls. */
class CoverageTest {
  private static final Claim ANY = Claims.named("C16");

  private static List<String> reached(Instance instance) {
    return Coverage.regions(new Trial(instance, Place.ZERO, 1), ANY, true).stream()
        .filter(Coverage.Region::reached)
        .map(Coverage.Region::name)
        .toList();
  }

  private static Instance with(double lambda, double bound) {
    Instance instance = Crafted.quick();
    Header h = instance.header();
    return Instance.of(
        new Header(
            h.name(),
            lambda,
            bound,
            h.horizon(),
            h.vocabulary(),
            h.feasibility(),
            h.calibrationSet(),
            ImmutableDoubleArray.of(0),
            h.initial()),
        instance.prompts().values().asList(),
        instance.source(),
        instance.target());
  }

  /** λ and B at their borders and just beyond. */
  @Test
  void bordersBelongToTheirRegions() {
    assertEquals(true, reached(with(0.1, 1)).contains("λ ≤ 0.1"));
    assertEquals(false, reached(with(0.11, 1)).contains("λ ≤ 0.1"));
    assertEquals(true, reached(with(100, 1)).contains("λ ≥ 100"));
    assertEquals(false, reached(with(99, 1)).contains("λ ≥ 100"));
    assertEquals(true, reached(with(1, 0.01)).contains("B ≤ 0.01"));
    assertEquals(false, reached(with(1, 0.011)).contains("B ≤ 0.01"));
    assertEquals(true, reached(with(1, 10)).contains("B ≥ 10"));
    assertEquals(false, reached(with(1, 9.9)).contains("B ≥ 10"));
  }

  /** In the source alone, in the target alone, or once in each. */
  @Test
  void promptsAreRepeatedInThreeWays() {
    Instance plain = RandomInstance.of(RandomSpec.SMALL.withPrompts(2, 2), 1).instance();
    String a = plain.source().get(0);
    String b = plain.target().get(0);
    assertEquals(false, repeats(plain, plain.source(), plain.target()));
    assertEquals(true, repeats(plain, List.of(a, a), plain.target()));
    assertEquals(true, repeats(plain, plain.source(), List.of(b, b)));
    assertEquals(true, repeats(plain, List.of(a, b), List.of(b)));
  }

  private static boolean repeats(Instance plain, List<String> source, List<String> target) {
    return reached(Instance.of(plain.header(), plain.prompts().values().asList(), source, target))
        .contains("a repeated prompt");
  }

  /** Where everything follows EOS, where a table says so, and where there is always a choice. */
  @Test
  void singleTokensAndTwinsAreFound() {
    RandomSpec spec = RandomSpec.SMALL.withLetters(2);
    Instance padded = RandomInstance.of(spec.withHorizon(2), 1).instance();
    Instance flat = RandomInstance.of(spec.withHorizon(1), 1).instance();
    assertEquals(true, reached(padded).contains("a single legal token"));
    assertEquals(false, reached(flat).contains("a single legal token"));
    assertEquals(true, reached(padded).contains("padding"));
    assertEquals(false, reached(flat).contains("padding"));
    Instance explicit =
        RandomInstance.of(spec.withHorizon(2).withFeasibility(Feasibility.EXPLICIT), 1).instance();
    assertEquals(false, reached(explicit).contains("padding"));
    Instance axes =
        RandomInstance.of(spec.withDimensions(2, 2).withGeometry(Geometry.AXES), 1).instance();
    assertEquals(true, reached(axes).contains("coinciding features"));
    assertEquals(false, reached(flat).contains("coinciding features"));
  }
}

package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.io.Resources;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import org.junit.jupiter.api.Test;

/** A minimum on the sphere along which the cost is nearly flat: λ = 4810, d = 2. */
class BoundaryTest {
  private static Instance instance() throws IOException {
    URL file = Resources.getResource(BoundaryTest.class, "slow-boundary.json");
    try (InputStream in = file.openStream()) {
      return InstanceReader.read("slow-boundary.json", in);
    }
  }

  /** Against all points of the circle, then of its best part. */
  @Test
  void theSearchEndsInTheMinimum() throws IOException {
    Subject subject = new Subject(instance());
    Specimen specimen = Specimen.of(subject);
    Case c = Place.EQUAL.on(specimen, subject, 239321);
    Minimum found = specimen.minimum(c.w());
    double b = specimen.naive().bound();
    assertEquals(b, SmallAlgebra.norm(found.point()), 1e-12 * b);
    double middle = 0;
    double width = Math.PI;
    double least = Double.POSITIVE_INFINITY;
    for (int level = 0; level < 12; level++) {
      double best = middle;
      for (int k = -50; k <= 50; k++) {
        double angle = middle + width * k / 50;
        double cost =
            specimen.costs().cost(c.w(), new double[] {b * Math.cos(angle), b * Math.sin(angle)});
        if (cost < least) {
          least = cost;
          best = angle;
        }
      }
      middle = best;
      width /= 10;
    }
    assertEquals(least, found.cost(), 1e-9 * least);
    Findings findings = Claims.named("C29").evaluate(c);
    assertTrue(findings.hold(), () -> findings.failures().toString());
  }
}

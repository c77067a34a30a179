package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Searches for suprema of functions whose suprema are known. */
class SearchTest {
  /** offset − ‖x − peak‖ with its exact maximum on each cube. */
  private static class Cone implements BoxSearch.Bounded {
    final double[] peak;
    double offset;
    final ConvexSet set; // null: every point counts
    double upper;
    double value;
    int looks;

    Cone(double offset, ConvexSet set, double... peak) {
      this.offset = offset;
      this.set = set;
      this.peak = peak;
    }

    @Override
    public void look(double[] centre, double h) {
      looks++;
      double far = 0;
      double near = 0;
      for (int i = 0; i < peak.length; i++) {
        double gap = Math.abs(centre[i] - peak[i]);
        far += gap * gap;
        near += Math.pow(Math.max(0, gap - h), 2);
      }
      boolean counts = set == null || set.contains(centre);
      value = counts ? offset - Math.sqrt(far) : Double.NEGATIVE_INFINITY;
      upper = offset - Math.sqrt(near);
    }

    @Override
    public double upper() {
      return upper;
    }

    @Override
    public double value() {
      return value;
    }
  }

  private static final double NONE = Double.NEGATIVE_INFINITY;

  @Test
  void aSupremumIsFoundUpToTheShareOfItself() {
    for (int d = 1; d <= 3; d++) {
      double[] peak = {0.3, -0.61, 0.17};
      Cone cone = new Cone(5, null, java.util.Arrays.copyOf(peak, d));
      double found = new BoxSearch(d, 1, 0.002, 0, 1_000_000).maximum(cone, NONE);
      assertTrue(found >= 5 && found <= 5 * 1.002, "found " + found);
      Cone low = new Cone(-5, null, java.util.Arrays.copyOf(peak, d));
      found = new BoxSearch(d, 1, 0, 0.01, 1_000_000).maximum(low, NONE);
      assertTrue(found >= -5 && found <= -4.99, "found " + found);
    }
  }

  @Test
  void cubesOutsideOfTheBallAreLeftOut() {
    for (double r : new double[] {0.5, 1, 2}) {
      Cone corner = new Cone(3, null, r, r); // the nearest point of the disc is (√2 − 1)r away
      double found = new BoxSearch(2, r, 0, 0.01 * r, 1_000_000).maximum(corner, NONE);
      double gap = (Math.sqrt(2) - 1) * r;
      assertTrue(found >= 3 - gap && found < 3 - 0.7 * gap, "found " + found);
    }
  }

  @Test
  void cornersAreNumberedByTheirBits() {
    double[] out = new double[3];
    for (int n = 0; n < 8; n++) {
      BoxSearch.corner(new double[] {1, -2, 5}, 0.5, n, out);
      assertArrayEquals(
          new double[] {
            n % 2 == 0 ? 0.5 : 1.5, n / 2 % 2 == 0 ? -2.5 : -1.5, n / 4 == 0 ? 4.5 : 5.5
          },
          out);
    }
  }

  /** The first cube has the value 4.7 in its middle and the bound 5. */
  @Test
  void aSearchEndsWhereTheGapIsSmallEnough() {
    double[][] gaps = {{0.07, 0}, {0, 0.31}, {0.03, 0.17}, {0.06, 0}, {0, 0.29}, {0.03, 0.15}};
    for (int i = 0; i < gaps.length; i++) {
      BoxSearch search = new BoxSearch(1, 1, gaps[i][0], gaps[i][1], 1_000_000);
      assertEquals(5, search.maximum(new Cone(5, null, 0.3), NONE), 1e-9);
      assertEquals(i < 3, search.looked == 1, search.looked + " cubes");
    }
    for (double share : new double[] {0.058, 0.055}) { // of 5.3 below zero, where 0.3 are left
      BoxSearch search = new BoxSearch(1, 1, share, 0, 1_000_000);
      assertEquals(-5, search.maximum(new Cone(-5, null, 0.3), NONE), 1e-9);
      assertEquals(share == 0.058, search.looked == 1, search.looked + " cubes");
    }
  }

  @Test
  void whatIsKnownNeedsNoSearch() {
    Cone cone = new Cone(5, null, 0.3, -0.61);
    BoxSearch search = new BoxSearch(2, 1, 0, 0, 1_000_000);
    assertEquals(7, search.maximum(cone, 7));
    assertEquals(1, search.looked);
    assertEquals(1, cone.looks);
    assertEquals(5, search.maximum(new Cone(5, null, 0, 0), NONE), "found at once");
    assertEquals(1, search.looked);
  }

  @Test
  void aSearchThatRunsOutIsLateAndNotWrong() {
    Cone cone = new Cone(5, null, 0.3, -0.61);
    BoxSearch search = new BoxSearch(2, 1, 0, 0, 21);
    double found = search.maximum(cone, NONE);
    assertTrue(found >= 5, "an upper bound: " + found);
    assertEquals(cone.looks, search.looked);
    assertTrue(search.looked >= 21 && search.looked <= 24, search.looked + " cubes");
  }

  @Test
  void studentsOfManyParametersAreClimbed() {
    LearningProblem problem = sixParameters();
    ConvexSet set = problem.student().set();
    StudentSearch search = StudentSearch.of(problem, Certifier.VISITS);
    assertEquals(Certificate.Strength.SEARCHED, search.strength());
    double r = set.radius();
    double[] inside = {0.3 * r, -0.2 * r, 0.1 * r, 0.4 * r, -0.3 * r, 0.2 * r};
    double found = search.supremum(new Cone(5, set, inside), 0.5, 9, NONE);
    assertTrue(found <= 5 && found >= 5 - 5e-4 * r, "found " + found);
    assertEquals(6, search.supremum(new Cone(5, set, inside), 0, 0, 6), "what is known counts");
    double[] outside = {0, 0, 2 * r, 0, 0, 0}; // the nearest point of Θ is r away
    found = search.supremum(new Cone(5, set, outside), 0, 0, NONE);
    assertTrue(found <= 5 - r + 1e-9 && found >= 5 - r - 5e-4 * r, "found " + found);
  }

  /** A low hill around 0 hides the peak from all climbs that start there. */
  @Test
  void climbsStartInManyPlaces() {
    LearningProblem problem = sixParameters();
    ConvexSet set = problem.student().set();
    double r = set.radius();
    Cone peak = new Cone(5, null, 0.5 * r, 0.5 * r, 0.5 * r, 0, 0, 0);
    BoxSearch.Bounded hills =
        unbounded(
            (centre, h) -> {
              double norm = Vectors.norm(centre);
              peak.look(centre, h);
              return norm < 0.55 * r ? 1 - norm / r : peak.value();
            });
    double found = StudentSearch.of(problem, Certifier.VISITS).supremum(hills, 0, 0, NONE);
    assertTrue(found > 4.99 && found <= 5, "found " + found);
  }

  /** A value at the centre of a cube of some half side. */
  private interface Landscape {
    double value(double[] centre, double halfSide);
  }

  /** A landscape of which nothing is known but values. */
  private static BoxSearch.Bounded unbounded(Landscape landscape) {
    return new BoxSearch.Bounded() {
      private double value;

      @Override
      public void look(double[] centre, double h) {
        value = landscape.value(centre, h);
      }

      @Override
      public double upper() {
        return Double.POSITIVE_INFINITY;
      }

      @Override
      public double value() {
        return value;
      }
    };
  }

  /** Along a ridge across all axes only short steps rise, and many of them are needed. */
  @Test
  void climbsGoOnWhileTheyRise() {
    LearningProblem problem = sixParameters();
    double r = problem.student().set().radius();
    BoxSearch.Bounded ridge =
        unbounded(
            (centre, h) -> {
              double off = 0;
              double sum = centre[0];
              for (int i = 1; i < centre.length; i++) {
                off += Math.pow((centre[i] - centre[i - 1]) / r, 2);
                sum += centre[i];
              }
              return 5 - 100 * off - Math.pow(sum / r - 2.4, 2); // the top is at 0.4 r everywhere
            });
    double found = StudentSearch.of(problem, Certifier.VISITS).supremum(ridge, 0, 0, NONE);
    assertTrue(found > 4.999 && found <= 5, "found " + found);
  }

  /** Nothing rises on a plain, so each climb looks around its start with ever smaller steps. */
  @Test
  void climbsLookAroundAllTheirStarts() {
    LearningProblem problem = sixParameters();
    ConvexSet set = problem.student().set();
    List<double[]> looked = new ArrayList<>();
    BoxSearch.Bounded plain =
        new BoxSearch.Bounded() {
          @Override
          public void look(double[] centre, double h) {
            looked.add(centre.clone());
          }

          @Override
          public double upper() {
            return 1;
          }

          @Override
          public double value() {
            return 1;
          }
        };
    assertEquals(1, StudentSearch.of(problem, Certifier.VISITS).supremum(plain, 0, 0, NONE));
    int steps = 13; // r/2, r/4, …, r/2¹³ = 1.2·10⁻⁴ r
    int looks = 1 + 2 * 6 * steps;
    assertEquals(24 * looks, looked.size());
    assertArrayEquals(new double[6], looked.get(0));
    Set<Double> starts = new HashSet<>();
    for (int k = 0; k < 24; k++) {
      starts.add(looked.get(k * looks)[0]);
    }
    assertEquals(24, starts.size(), "different starts");
    double far = Math.abs(looked.get(1)[0]);
    assertEquals(set.radius() / 2, far, 1e-12 * far);
    double near = Math.abs(looked.get(looks - 1)[5]);
    assertEquals(set.radius() / 8192, near, 1e-12 * near);
    assertTrue(looked.stream().allMatch(set::contains));
    StudentSearch search = StudentSearch.of(problem, Certifier.VISITS);
    for (int again = 0; again < 2; again++) {
      List<double[]> before = List.copyOf(looked);
      looked.clear();
      search.supremum(plain, 0, 0, NONE);
      assertArrayEquals(before.toArray(), looked.toArray(), "the same starts each time");
    }
  }

  /** A set without 0, where no climb may begin. */
  @Test
  void climbsBeginInTheirSet() {
    double[] lower = {0.5, 0.5, 0, 0, 0, 0};
    double[] upper = {1, 1, 0.5, 0.5, 0.5, 0.5};
    PolicyClass linear = sixParameters().student();
    ConvexSet box = Box.of(lower, upper);
    LearningProblem problem =
        sixParameters()
            .withStudent(new PolicyClass(linear.family(), box, ImmutableDoubleArray.copyOf(lower)));
    Cone cone = new Cone(5, null, new double[6]); // highest in the corner next to 0
    double found = StudentSearch.of(problem, Certifier.VISITS).supremum(cone, 0, 0, NONE);
    assertEquals(5 - Math.sqrt(0.5), found, 1e-3);
    assertTrue(found <= 5 - Math.sqrt(0.5) + 1e-12, "found " + found);
  }

  @Test
  void fourParametersAreTheMostThatAreSearchedThroughout() {
    for (int d = 3; d <= 5; d++) {
      RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, d);
      LearningProblem problem = GroundTruth.of(RandomInstance.of(spec, 4).instance()).problem();
      assertEquals(
          d <= 4 ? Certificate.Strength.CERTIFIED : Certificate.Strength.SEARCHED,
          StudentSearch.of(problem, Certifier.VISITS).strength());
    }
  }

  private static LearningProblem sixParameters() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, 6);
    return GroundTruth.of(RandomInstance.of(spec, 4).instance()).problem();
  }

  @Test
  void valuesOfBeforeDoNotCount() {
    LearningProblem problem = sixParameters();
    Cone cone = new Cone(5, null, new double[6]);
    cone.look(new double[6], 0);
    cone.offset = 1;
    assertEquals(1, StudentSearch.of(problem, Certifier.VISITS).supremum(cone, 0, 0, NONE));
  }

  @Test
  void noStudentOutsideOfItsSetCounts() {
    LearningProblem problem = sixParameters();
    double r = problem.student().set().radius();
    double a = 2 * r / Math.sqrt(6); // twice as far as the set reaches, in no axis's direction
    Cone cone = new Cone(5, null, a, -a, a, a, -a, a);
    double found = StudentSearch.of(problem, Certifier.VISITS).supremum(cone, 0, 0, NONE);
    assertTrue(found <= 5 - r + 1e-9 && found >= 5 - r - 1e-3 * r, "found " + found);
  }

  @Test
  void whereNoCubeIsLeftTheBestValueIsTheMaximum() {
    BoxSearch.Bounded plateau =
        new BoxSearch.Bounded() {
          private double upper;

          @Override
          public void look(double[] centre, double h) {
            upper = h == 1 ? 10 : 4;
          }

          @Override
          public double upper() {
            return upper;
          }

          @Override
          public double value() {
            return 5;
          }
        };
    assertEquals(5, new BoxSearch(2, 1, 0, 0, 1000).maximum(plateau, NONE));
  }

  @Test
  void studentsOfFewAreSearchedThroughout() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, 2);
    LearningProblem problem = GroundTruth.of(RandomInstance.of(spec, 4).instance()).problem();
    StudentSearch search = StudentSearch.of(problem, Certifier.VISITS);
    assertEquals(Certificate.Strength.CERTIFIED, search.strength());
    double r = problem.student().set().radius();
    double[] peak = {0.3 * r, -0.2 * r};
    double found = search.supremum(new Cone(5, problem.student().set(), peak), 0.001, 0, NONE);
    assertTrue(found >= 5 && found <= 5.005, "found " + found);
  }

  /** A bound that is never tight costs as many looks as fit into the visits, and stays one. */
  @Test
  void aSearchStaysWithinItsVisits() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, 2);
    LearningProblem problem = GroundTruth.of(RandomInstance.of(spec, 4).instance()).problem();
    double r = problem.student().set().radius();
    int edges = problem.target().forest().edges();
    for (int places : new int[] {1, 1000}) {
      Cone cone =
          new Cone(5, problem.student().set(), 0.3 * r, -0.2 * r) {
            @Override
            public void look(double[] centre, double h) {
              super.look(centre, h);
              upper += 1;
            }
          };
      double visits = (double) places * edges;
      double found = StudentSearch.of(problem, visits).supremum(cone, 0, 0, NONE);
      assertEquals(Math.max(256, places), cone.looks, 4, "a cube is divided at once");
      assertTrue(found >= 5, "found " + found);
    }
  }

  /** No bound is known on cubes wider than 1; so those are divided, and not passed over. */
  @Test
  void cubesWithoutABoundAreSearched() {
    Cone cone =
        new Cone(7, null, 0.3, -0.2) {
          @Override
          public void look(double[] centre, double h) {
            super.look(centre, h);
            upper = h > 1 ? Double.NaN : upper;
            value = h > 1 ? Double.NaN : value;
          }
        };
    double upper = new BoxSearch(2, 8, 0, 1e-3, 60_000).maximum(cone, 0);
    assertEquals(7, upper, 1e-3);
    assertEquals(Double.POSITIVE_INFINITY, new BoxSearch(2, 1e300, 0, 1, 100).maximum(cone, 0));
  }

  /** A student near 0 is found in a set that is a million times wider. */
  @Test
  void climbsStartNearZeroAsWell() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withDimensions(2, 5);
    LearningProblem plain = RandomInstance.of(spec, 8).instance().problem();
    double[] peak = {0.3, -0.1, 0.2, 0.5, -0.4};
    for (double radius : new double[] {2, 60, 1e6, 1e300}) {
      LearningProblem problem =
          plain.withStudent(
              new PolicyClass(
                  plain.student().family(),
                  Ball.of(5, radius),
                  ImmutableDoubleArray.copyOf(new double[5])));
      double found =
          StudentSearch.of(problem, Certifier.VISITS)
              .supremum(new Cone(3, null, peak), 0.02, 1e-10, 0);
      assertEquals(3, found, 0.01, "radius " + radius);
    }
  }
}

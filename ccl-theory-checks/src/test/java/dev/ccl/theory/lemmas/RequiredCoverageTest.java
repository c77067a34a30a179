package dev.ccl.theory.lemmas;

import dev.ccl.theory.Crafted;
import dev.ccl.theory.Place;
import dev.ccl.theory.search.Trial;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.statistics.StatisticsReport;

/** Tries that stay at one place fail where hard regions are required, and only there. */
class RequiredCoverageTest {
  private static final Trial ONLY = new Trial(Crafted.quick(), Place.ZERO, 3);

  /** Passes where the property fails for a region that its tries do not reach. */
  static final class FailsForARegion implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      PropertyExecutionResult result = property.execute();
      String why = result.throwable().map(Throwable::getMessage).orElse("nothing");
      return why.contains("parameters anywhere")
          ? result.mapToSuccessful()
          : result.mapToFailed("failed for " + why);
    }

    /** Around that which counts regions. */
    @Override
    public int aroundPropertyProximity() {
      return -99;
    }
  }

  @Provide
  Arbitrary<Trial> only() {
    return Arbitraries.just(ONLY);
  }

  @Property(tries = 10, seed = "1")
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @AddLifecycleHook(FailsForARegion.class)
  void regionsHaveToBeReached(@ForAll("only") Trial trial) {
    LemmaRun.check(
        "C03",
        new UnderTest() {
          @Override
          public boolean requiresCoverage() {
            return true;
          }
        },
        trial);
  }

  @Property(tries = 10, seed = "1")
  void regionsNeedNotBeReachedElsewhere(@ForAll("only") Trial trial) {
    LemmaRun.check("C03", new UnderTest() {}, trial);
  }
}

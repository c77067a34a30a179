package dev.ccl.experiments.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.HandmadeRecording;
import dev.ccl.experiments.recording.Recording;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every cell of the tables that people read, on recordings whose numbers are written here. */
class TablesTest {
  /** Two seeds with the means 8, 4, 2, 1; 60 and 40 rewards. */
  private static final Recording DENSE =
      HandmadeRecording.of(
          "ccl",
          new double[] {0, 1, 5, 10},
          new double[][] {{8, 5, 2, 0.5}, {8, 3, 2, 1.5}},
          60,
          40);

  /** One seed whose last round the other one has not recorded. */
  private static final Recording SPARSE =
      HandmadeRecording.of("practical", new double[] {0, 5, 8}, new double[][] {{6, 3, 9}}, 9);

  private static final Group GROUP = Group.of(List.of(DENSE, SPARSE), Optional.empty());

  @Test
  void aSummaryIsOfTheLastRoundAndRewardsAreThoseOfASeed() {
    ImmutableList<ImmutableList<String>> rows = Tables.summary(GROUP, GROUP.byName()).rows();
    assertEquals(List.of("ccl", "10", "2", "1 [0.5, 1.5]", "8× lower"), rows.get(0).subList(0, 5));
    assertEquals(List.of("1", "50"), rows.get(0).subList(6, 8), "mean of w, rewards of a seed");
    assertEquals(List.of("practical", "8", "1", "9", "worse"), rows.get(1).subList(0, 5));
    assertEquals(List.of("9", "9"), rows.get(1).subList(6, 8));
  }

  /** Learners are compared at a round that all of them have recorded. */
  @Test
  void togetherMeansAtTheLastCommonRound() {
    assertEquals(5, GROUP.commonRound());
    ImmutableList<ImmutableList<String>> rows = Tables.together(GROUP).orElseThrow().rows();
    assertEquals(List.of("ccl", "2 [2, 2]", "4× lower", "8", "2", "2", "2"), rows.get(0));
    assertEquals(List.of("practical", "3", "2× lower", "6", "3", "3", "1"), rows.get(1));
  }

  @Test
  void aMeanBelowTheLimitIsNotYetALearnerBelowIt() {
    assertEquals(
        "CCL is not yet below the limit of direct matching",
        Headline.of(
            ImmutableMap.of("ccl", HandmadeRecording.of("ccl", 0.01, 0.15)), Optional.of(0.1)),
        "its interval reaches above");
  }
}

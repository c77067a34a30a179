package dev.ccl.experiments.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.HandmadeRecording;
import dev.ccl.experiments.recording.Recording;
import dev.ccl.experiments.run.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which recordings are lines of a figure. */
class RoundSeriesTest {
  /** A run is drawn if it is as long as a tenth of the longest; three runs are compared. */
  @Test
  void shortRunsAreNotDrawnAndTwoAreNotCompared() {
    double[][] two = {{3, 2}};
    Recording whole = HandmadeRecording.of("ccl", new double[] {0, 100}, two, 1);
    Recording tenth = HandmadeRecording.of("sft", new double[] {0, 10}, two, 1);
    Recording less = HandmadeRecording.of("oracle", new double[] {0, 9}, two, 1);
    Group three = Group.of(List.of(less, whole, tenth), Optional.empty());
    assertEquals(
        List.of("ccl", "sft"), List.copyOf(new RoundSeries(three).of(Measure.ORACLE_KL).keySet()));
    assertEquals(2, Figures.main("x", three).size());
    assertEquals(1, Figures.main("x", Group.of(List.of(whole, tenth), Optional.empty())).size());
  }

  /** A long run with other settings does not make the usual one too short to be drawn. */
  @Test
  void onlyUsualSettingsSayHowLongTheWayIs() {
    double[][] two = {{3, 2}};
    Map<String, String> facts = ImmutableMap.of("learner", "ccl");
    Recording usual =
        HandmadeRecording.of(facts, Map.of("batch", "1"), new double[] {0, 10}, two, 1);
    Recording other =
        HandmadeRecording.of(facts, Map.of("batch", "2"), new double[] {0, 1000}, two, 1);
    Group group = Group.of(List.of(usual, other), Optional.empty());
    assertEquals(
        List.of("ccl"), List.copyOf(new RoundSeries(group).of(Measure.ORACLE_KL).keySet()));
  }

  /** Those that are too short take no place from those behind them. */
  @Test
  void fiveAreDrawnOfThoseThatCanBe() {
    double[][] two = {{3, 2}};
    List<Recording> recordings = new ArrayList<>();
    for (String name : List.of("a", "short", "b", "c", "d", "e", "f")) {
      double last = name.equals("short") ? 9 : 100;
      recordings.add(HandmadeRecording.of(name, new double[] {0, last}, two, 1));
    }
    Group group = Group.of(recordings, Optional.empty());
    assertEquals(
        List.of("a", "b", "c", "d", "e"),
        List.copyOf(new RoundSeries(group).of(Measure.ORACLE_KL).keySet()));
  }
}

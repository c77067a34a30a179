package dev.ccl.lm.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** States to which a recipe cannot be fitted. */
class RefusedRecipesTest {
  private static StateReading reading(int position, int pieces) {
    double[] logs = new double[pieces];
    double[][] embeddings = new double[pieces][];
    for (int k = 0; k < pieces; k++) {
      logs[k] = -k;
      embeddings[k] = new double[] {k, 1};
    }
    return StateReading.of(position, logs, new float[2], embeddings);
  }

  private static String refusal(List<StateReading> readings) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> FittedRecipe.fit(FeatureRecipe.parse("log,contrasts"), readings, 1))
        .getMessage();
  }

  /** A contrast of pieces needs the same pieces at all states of its position. */
  @Test
  void contrastsNeedTheSamePieces() {
    List<StateReading> readings = new ArrayList<>(List.of(reading(0, 4), reading(1, 3)));
    FeatureRecipe contrasts = FeatureRecipe.parse("log,contrasts");
    assertEquals(1 + 3 + 2, FittedRecipe.fit(contrasts, readings, 1).dimension());
    String refused = "contrasts need the same legal pieces at all states of a position";
    readings.add(reading(1, 2));
    assertEquals(refused, refusal(readings));
    readings.add(reading(1, 3));
    assertEquals(refused, refusal(readings), "one of many");
    assertEquals(1, FittedRecipe.fit(FeatureRecipe.TEMPERATURE, readings, 1).dimension());
  }

  @Test
  void everyPositionNeedsAState() {
    assertEquals("no state has position 1", refusal(List.of(reading(0, 2), reading(2, 2))));
    assertEquals("no state to fit a recipe to", refusal(List.of()));
  }

  /** A server gives probabilities alone: a temperature and contrasts can be made of them. */
  @Test
  void aModelWithoutHiddenStatesHasTheFeaturesOfItsProbabilities() {
    StateReading bare = StateReading.of(0, new double[] {-1, -2}, new float[0], new double[2][0]);
    FeatureRecipe contrasts = FeatureRecipe.parse("log,contrasts");
    assertEquals(2, FittedRecipe.fit(contrasts, List.of(bare), 1).dimension());
    for (String recipe : List.of("log,embedding=1", "log,hidden=1x1", "log,random=2")) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> FittedRecipe.fit(FeatureRecipe.parse(recipe), List.of(bare), 1))
              .getMessage();
      assertTrue(message.contains(recipe) && message.contains("hidden states"), message);
    }
  }
}

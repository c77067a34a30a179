package dev.ccl.policies;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.policies.features.Features;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small problems for tests, and random features on them. */
public final class Arena {
  private Arena() {}

  public static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("a", "b", "c", "EOS", "null"), "EOS", "null");
  public static final List<Prompt> PROMPTS =
      List.of(Prompt.of("x"), Prompt.of("y"), Prompt.of("z"));
  public static final TokenMdp MDP =
      TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 3);

  /** Legal sets of different sizes, among them single tokens before a choice. */
  public static final TokenMdp UNEVEN = TokenMdp.of(VOCABULARY, Arena::uneven, 4);

  public static final Forest FOREST = Forest.complete(MDP, PROMPTS);

  private static ImmutableIntArray uneven(Prompt prompt, ImmutableIntArray prefix) {
    int code = 7 * prompt.id().charAt(0) + 3 * prefix.length();
    for (int i = 0; i < prefix.length(); i++) {
      code += (i + 2) * prefix.get(i);
    }
    return switch (code % 4) {
      case 0 -> ImmutableIntArray.of(code % 3);
      case 1 -> ImmutableIntArray.of(3, code % 3);
      case 2 -> ImmutableIntArray.of(2, 0, 1);
      default -> ImmutableIntArray.of(0, 1, 2, 3, 4);
    };
  }

  public static Forest unevenForest() {
    return Forest.complete(UNEVEN, PROMPTS);
  }

  /** Rows on the unit sphere or inside, different for every state and token of a forest. */
  public static FeatureMap randomFeatures(int d, long seed, Forest forest) {
    Map<State, double[]> rows = new HashMap<>();
    for (int s = 0; s < forest.nodes(); s++) {
      RandomStream random = RandomStreams.of(seed).open(Purpose.TRIAL, s);
      double[] values = new double[forest.degree(s) * d];
      for (int k = 0; k < forest.degree(s); k++) {
        double[] row = new double[d];
        for (int i = 0; i < d; i++) {
          row[i] = 2 * random.nextDouble() - 1;
        }
        double norm = Vectors.norm(row);
        double length = k % 2 == 0 ? 1 : random.nextDouble();
        for (int i = 0; i < d; i++) {
          values[k * d + i] = row[i] / norm * length * (1 - 1e-12);
        }
      }
      rows.put(forest.state(s), values);
    }
    return Features.table(d, rows);
  }

  /** A unit vector. */
  public static double[] direction(RandomStream random, int dimension) {
    double[] v = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      v[i] = 2 * random.nextOpenDouble() - 1;
    }
    Vectors.scale(1 / Vectors.norm(v), v);
    return v;
  }
}

package dev.ccl.testkit.problems;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Random instances in which no calibration is right (ass:ced-truth fails), each in its own way, as
 * it is with real models. They begin as a {@link RandomInstance} with 30 + 30 prompts, ten answers
 * each, D = 12, d = 6, λ = 1/4 and B = 8.
 *
 * <p>In those of two kinds the first is four fifths of the source and one fifth of the target, and
 * no feature sees the kind. A prompt that wants the <em>opposite</em> has another reference, with
 * which its optimum is that of the mirror image of w* in the teacher: whoever goes half of the way
 * to w* from there goes as far from what is right for it.
 */
public enum MisspecifiedInstance {
  /** An answer is right or wrong: 1 with probability R, else 0. */
  ROUNDED_REWARDS {
    @Override
    double reward(Place place, double reward, RandomStream random) {
      return random.nextDouble() < reward ? 1 : 0;
    }
  },

  /** A fifth of the answers is right, whatever their features are: there is nothing to learn. */
  RANDOM_REWARDS {
    @Override
    double reward(Place place, double reward, RandomStream random) {
      return random.nextDouble() < 0.2 ? 1 : 0;
    }
  },

  /** Each reward is moved by up to 0.4. */
  DISTURBED_REWARDS {
    @Override
    double reward(Place place, double reward, RandomStream random) {
      return Math.min(1, Math.max(0, reward + 0.4 * (2 * random.nextDouble() - 1)));
    }
  },

  /** Five of the twelve features that decide are missing. */
  HIDDEN_FEATURES {
    @Override
    int dimension() {
      return 7;
    }
  },

  /** The same with answers of two tokens. */
  HIDDEN_FEATURES_OF_TWO_TOKENS {
    @Override
    RandomSpec spec() {
      return super.spec().withHorizon(2).withLetters(4);
    }

    @Override
    int dimension() {
      return 7;
    }
  },

  /** W has radius 3, and w* norm 4.8. */
  SMALL_SET {
    @Override
    double bound() {
      return 3;
    }
  },

  /** Three tenths of the target prompts, and no source prompt, want the opposite. */
  OPPOSED_TARGET {
    @Override
    boolean opposed(Place place) {
      return !place.source && place.number % 10 < 3;
    }
  },

  /** Two kinds in other shares, to which the same features matter, five of them missing. */
  KINDS_THAT_AGREE {
    @Override
    int dimension() {
      return 7;
    }

    @Override
    String kind(Place place) {
      return place.first ? "one" : "two";
    }
  },

  /** The second kind wants the opposite of the first. */
  KINDS_OPPOSED {
    @Override
    boolean opposed(Place place) {
      return !place.first;
    }

    @Override
    String kind(Place place) {
      return place.first ? "one" : "two";
    }
  },

  /** In the second kind a fifth of the answers is right, whatever their features are. */
  KINDS_UNLIKE {
    @Override
    double reward(Place place, double reward, RandomStream random) {
      return place.first ? reward : random.nextDouble() < 0.2 ? 1 : 0;
    }

    @Override
    String kind(Place place) {
      return place.first ? "one" : "two";
    }
  },

  /** The source has one kind, the target another, and it wants the opposite. */
  NEW_KIND {
    @Override
    boolean opposed(Place place) {
      return !place.source;
    }

    @Override
    String kind(Place place) {
      return place.source ? "one" : "two";
    }
  },

  /** {@link #KINDS_OPPOSED}, but no prompt says of which kind it is. */
  UNNAMED_KINDS_OPPOSED {
    @Override
    boolean opposed(Place place) {
      return !place.first;
    }
  };

  private static final int PROMPTS = 30;
  private static final int BIG_D = 12;
  private static final int SMALL_D = 6;
  private static final double LAMBDA = 0.25;
  private static final double BOUND = 8;

  /**
   * Draws an instance.
   *
   * @param seed any number; the same number gives the same instance
   * @return the instance, with target rewards
   */
  public Instance of(long seed) {
    RandomInstance drawn = RandomInstance.of(spec(), seed);
    Instance right = drawn.instance();
    double[] mirrored = right.header().teacher().toArray();
    Vectors.scale(2, mirrored);
    Vectors.addScaled(-1, drawn.truth().toArray(), mirrored);
    RandomStream random = RandomStreams.of(seed).open(Purpose.INSTANCE, -1);
    List<PromptTable> tables = new ArrayList<>();
    Set<String> sources = Set.copyOf(right.source());
    int number = 0;
    for (PromptTable table : right.prompts().values()) {
      Place place = new Place(sources.contains(table.prompt().id()), number++ % PROMPTS);
      PromptTable changed = changed(table, place, random);
      tables.add(opposed(place) ? realizedBy(mirrored, changed) : changed);
    }
    Instance.Header header = right.header();
    ConvexSet set = Ball.of(dimension(), bound());
    double[] teacher = Arrays.copyOf(header.teacher().toArray(), dimension());
    set.project(teacher);
    return Instance.of(
        new Instance.Header(
            toString() + " " + seed,
            header.lambda(),
            bound(),
            header.horizon(),
            header.vocabulary(),
            header.feasibility(),
            set,
            ImmutableDoubleArray.copyOf(teacher),
            header.initial()),
        tables,
        right.source(),
        right.target());
  }

  private PromptTable changed(PromptTable table, Place place, RandomStream random) {
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    table.rewards().forEach((a, reward) -> rewards.put(a, reward(place, reward, random)));
    List<StateTable> states = new ArrayList<>();
    for (StateTable state : table.states()) {
      int count = state.tokens().length();
      double[] phi = new double[count * BIG_D];
      double[] phiStu = new double[count * SMALL_D];
      double[] pre = new double[count];
      state.phi(phi);
      state.phiStu(phiStu);
      state.pre(pre);
      double[] seen = new double[count * dimension()];
      for (int k = 0; k < count; k++) {
        System.arraycopy(phi, k * BIG_D, seen, k * dimension(), dimension());
      }
      states.add(StateTable.of(state.prefix(), state.tokens(), seen, phiStu, pre));
    }
    return PromptTable.of(table.prompt().withKind(kind(place)), states, rewards);
  }

  /** Answers of one token with another reference: π<sub>pre</sub> ∝ π<sub>w</sub> e^(−R/λ). */
  private PromptTable realizedBy(double[] w, PromptTable table) {
    StateTable state = table.states().get(0);
    int count = state.tokens().length();
    double[] phi = new double[count * w.length];
    double[] phiStu = new double[count * SMALL_D];
    double[] logits = new double[count];
    double[] pre = new double[count];
    state.phi(phi);
    state.phiStu(phiStu);
    for (int k = 0; k < count; k++) {
      double reward = table.reward(ImmutableIntArray.of(state.tokens().get(k)));
      logits[k] = Vectors.dot(phi, k * w.length, w, 0, w.length) - reward / LAMBDA;
    }
    Softmax.law(logits, 0, count, pre);
    StateTable other = StateTable.of(state.prefix(), state.tokens(), phi, phiStu, pre);
    return PromptTable.of(table.prompt(), List.of(other), table.rewards());
  }

  RandomSpec spec() {
    return RandomSpec.SMALL
        .withHorizon(1)
        .withLetters(9)
        .withPrompts(PROMPTS, PROMPTS)
        .withDimensions(BIG_D, SMALL_D)
        .withLambda(LAMBDA)
        .withBound(BOUND)
        .withTeacherDistance(3);
  }

  /** How many of the features are left. */
  int dimension() {
    return BIG_D;
  }

  /** B, and the radius of W. */
  double bound() {
    return BOUND;
  }

  double reward(Place place, double reward, RandomStream random) {
    return reward;
  }

  /** Whether a prompt wants the opposite; all features are there then, and answers one token. */
  boolean opposed(Place place) {
    return false;
  }

  String kind(Place place) {
    return "";
  }

  /** Where a prompt stands. */
  static final class Place {
    final boolean source;
    final int number; // on its side
    final boolean first; // of the first of two kinds

    Place(boolean source, int number) {
      this.source = source;
      this.number = number;
      this.first = source == number < 0.8 * PROMPTS;
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

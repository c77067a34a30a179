package dev.ccl.bench;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the flat binary that other programs write for large instances of the random family: all
 * words are little-endian and 8 bytes long.
 *
 * <pre>
 * "CCLFLAT1"; H, D, d, target prompts, source prompts, target nodes and edges, source nodes and edges
 * λ, B, radius of W, μ_joint; w_tea (D); θ_0 (d)
 * for target, then source:  root of each prompt; first edge of each node, and the number of edges;
 *                           child of each edge or -1; φ (edges × D); φ_stu (edges × d)
 * for source: π_pre of each edge; reward of each edge without a child
 * </pre>
 *
 * <p>Every node has the same tokens in the same order, EOS last, and an edge without a child is EOS
 * or ends an answer of H tokens.
 */
final class FlatInstance {
  private final int horizon;
  private final int bigD;
  private final int d;
  private final double[] scalars; // λ, B, radius, μ_joint
  private final double[] teacher;
  private final double[] initial;
  private final Tree target;
  private final Tree source;
  private final Vocabulary vocabulary;
  private final ImmutableMap<Prompt, Place> places;

  /** Where the tree of a prompt begins. */
  private record Place(Tree tree, int root) {}

  private FlatInstance(Words words) throws IOException {
    checkArgument(words.longs(1)[0] == MAGIC, "not a flat instance: no CCLFLAT1 at its beginning");
    int[] sizes = words.ints(9);
    this.horizon = sizes[0];
    this.bigD = sizes[1];
    this.d = sizes[2];
    this.scalars = words.doubles(4);
    this.teacher = words.doubles(bigD);
    this.initial = words.doubles(d);
    this.target = new Tree(words, sizes[3], sizes[5], sizes[6], bigD, d);
    this.source = new Tree(words, sizes[4], sizes[7], sizes[8], bigD, d);
    this.source.reference = words.doubles(sizes[8]);
    this.source.reward = words.doubles(sizes[8]);
    List<String> tokens = new ArrayList<>();
    for (int k = 0; k < target.first[1] - 1; k++) {
      tokens.add("t" + k);
    }
    tokens.add("EOS");
    tokens.add("null");
    this.vocabulary = Vocabulary.of(tokens, "EOS", "null");
    ImmutableMap.Builder<Prompt, Place> all = ImmutableMap.builder();
    for (int j = 0; j < target.roots.length; j++) {
      all.put(Prompt.of("y" + (j + 1)), new Place(target, target.roots[j]));
    }
    for (int j = 0; j < source.roots.length; j++) {
      all.put(Prompt.of("x" + (j + 1)), new Place(source, source.roots[j]));
    }
    this.places = all.buildOrThrow();
  }

  private static final long MAGIC =
      ByteBuffer.wrap(new byte[] {'C', 'C', 'L', 'F', 'L', 'A', 'T', '1'})
          .order(ByteOrder.LITTLE_ENDIAN)
          .getLong();

  static LearningProblem read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return new FlatInstance(new Words(channel)).problem();
    }
  }

  private LearningProblem problem() {
    TokenMdp mdp = TokenMdp.of(vocabulary, FeasibilityRule.eosPadded(vocabulary), horizon);
    FrozenPolicy reference =
        (state, out) -> {
          Place place = places.get(state.prompt());
          int degree = state.legal().length();
          if (degree == 1 || place.tree.reference == null) {
            Arrays.fill(out, 0, degree, 1.0 / degree);
          } else {
            System.arraycopy(place.tree.reference, firstEdge(state), out, 0, degree);
          }
        };
    return LearningProblem.of(
        scalars[0],
        scalars[1],
        Dataset.complete(mdp, prompts(source)),
        Dataset.complete(mdp, prompts(target)),
        new PolicyClass(
            LinearSoftmax.of(features(bigD, true)),
            Ball.of(bigD, scalars[2]),
            ImmutableDoubleArray.copyOf(teacher)),
        new PolicyClass(
            LinearSoftmax.of(features(d, false)),
            Ball.of(d, scalars[1]),
            ImmutableDoubleArray.copyOf(initial)),
        reference,
        new Rewards());
  }

  /** The rewards of source answers, found by their tokens. */
  private final class Rewards implements RewardOracle {
    @Override
    public double reward(Prompt prompt, ImmutableIntArray answer) {
      return reward(places.get(prompt), answer.toArray());
    }

    @Override
    public LeafRewards on(Forest forest) {
      Place[] roots = forest.prompts().stream().map(places::get).toArray(Place[]::new);
      int[] path = new int[horizon];
      return leaf -> {
        forest.path(leaf, path); // the file's trees end where those of the forest do
        return reward(roots[forest.root(leaf)], path);
      };
    }

    private double reward(Place place, int[] tokens) {
      int s = place.root;
      for (int i = 0; ; i++) {
        int e = place.tree.first[s] + tokens[i];
        s = place.tree.child[e];
        if (s < 0) {
          return place.tree.reward[e];
        }
      }
    }
  }

  private ImmutableList<Prompt> prompts(Tree tree) {
    return places.entrySet().stream()
        .filter(e -> e.getValue().tree == tree)
        .map(e -> e.getKey())
        .collect(ImmutableList.toImmutableList());
  }

  private FeatureMap features(int dimension, boolean calibration) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return dimension;
      }

      @Override
      public void features(State state, double[] out) {
        int degree = state.legal().length();
        if (degree == 1) {
          Arrays.fill(out, 0, dimension, 0.0);
          return;
        }
        Tree tree = places.get(state.prompt()).tree;
        double[] rows = calibration ? tree.phi : tree.phiStu;
        System.arraycopy(rows, firstEdge(state) * dimension, out, 0, degree * dimension);
      }
    };
  }

  private int firstEdge(State state) {
    Place place = places.get(state.prompt());
    int s = place.root;
    for (int i = 0; i < state.prefix().length(); i++) {
      s = place.tree.child[place.tree.first[s] + state.prefix().get(i)];
    }
    return place.tree.first[s];
  }

  /** One forest as it stands in the file. */
  private static final class Tree {
    final int[] roots;
    final int[] first;
    final int[] child;
    final double[] phi;
    final double[] phiStu;
    double[] reference;
    double[] reward;

    Tree(Words words, int prompts, int nodes, int edges, int bigD, int d) throws IOException {
      this.roots = words.ints(prompts);
      this.first = words.ints(nodes + 1);
      this.child = words.ints(edges);
      this.phi = words.doubles(Math.multiplyExact(edges, bigD));
      this.phiStu = words.doubles(Math.multiplyExact(edges, d));
    }
  }

  /** Words of 8 bytes, one run of them after another. */
  private static final class Words {
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    Words(FileChannel channel) {
      this.channel = channel;
    }

    long[] longs(int number) throws IOException {
      long[] all = new long[number];
      for (int i = 0; i < number; ) {
        int run = fill(number - i);
        buffer.asLongBuffer().get(all, i, run);
        i += run;
      }
      return all;
    }

    double[] doubles(int number) throws IOException {
      double[] all = new double[number];
      for (int i = 0; i < number; ) {
        int run = fill(number - i);
        buffer.asDoubleBuffer().get(all, i, run);
        i += run;
      }
      return all;
    }

    int[] ints(int number) throws IOException {
      return Arrays.stream(longs(number)).mapToInt(Math::toIntExact).toArray();
    }

    private int fill(int wanted) throws IOException {
      buffer.clear().limit(8 * Math.min(wanted, buffer.capacity() / 8));
      while (buffer.hasRemaining()) {
        checkArgument(channel.read(buffer) >= 0, "a flat instance ends too early");
      }
      buffer.flip();
      return buffer.remaining() / 8;
    }
  }
}

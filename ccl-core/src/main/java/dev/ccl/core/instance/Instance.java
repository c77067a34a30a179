package dev.ccl.core.instance;

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
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A complete problem of the linear-softmax classes, as a {@code ccl-instance/1} file holds it. It
 * keeps the rewards of target prompts where they are known; {@link #problem}, for learners, does
 * not.
 */
public final class Instance {
  private final Header header;
  private final ImmutableMap<String, PromptTable> prompts;
  private final ImmutableList<String> source;
  private final ImmutableList<String> target;
  private final TokenMdp mdp;

  private Instance(
      Header header,
      ImmutableMap<String, PromptTable> prompts,
      ImmutableList<String> source,
      ImmutableList<String> target) {
    this.header = header;
    this.prompts = prompts;
    this.source = source;
    this.target = target;
    this.mdp = TokenMdp.of(header.vocabulary(), rule(header, prompts), header.horizon());
  }

  /** How legal tokens are given. */
  public enum Feasibility {
    /** Definition 1: everything but the padding token until EOS, padding afterwards. */
    EOS_PADDED("eos-padded"),
    /** The tokens that a state lists are its legal set. */
    EXPLICIT("explicit");

    private final String text;

    Feasibility(String text) {
      this.text = text;
    }

    /** {@return the word of the file format} */
    public String text() {
      return text;
    }
  }

  /**
   * Everything but the prompts.
   *
   * @param name a name for people
   * @param lambda λ
   * @param bound B
   * @param horizon H
   * @param vocabulary 𝒜
   * @param feasibility how legal tokens are given
   * @param calibrationSet W, whose dimension is D
   * @param teacher w<sub>tea</sub>
   * @param initial θ<sub>0</sub>, whose length is d
   */
  public record Header(
      String name,
      double lambda,
      double bound,
      int horizon,
      Vocabulary vocabulary,
      Feasibility feasibility,
      ConvexSet calibrationSet,
      ImmutableDoubleArray teacher,
      ImmutableDoubleArray initial) {

    /** {@return D, the number of calibration features} */
    public int calibrationDimension() {
      return calibrationSet.dimension();
    }

    /** {@return d, the number of student features} */
    public int studentDimension() {
      return initial.length();
    }
  }

  /**
   * Returns an instance. The parts are taken as they are; {@link InstanceReader} is where a file is
   * checked against every rule of the format.
   *
   * @param header everything but the prompts
   * @param prompts the prompts, each id once
   * @param source the ids of 𝒟<sub>src</sub>, in order
   * @param target the ids of 𝒟<sub>tar</sub>, in order
   * @return the instance
   */
  public static Instance of(
      Header header, List<PromptTable> prompts, List<String> source, List<String> target) {
    ImmutableMap.Builder<String, PromptTable> byId = ImmutableMap.builder();
    prompts.forEach(p -> byId.put(p.prompt().id(), p));
    return new Instance(
        header, byId.buildOrThrow(), ImmutableList.copyOf(source), ImmutableList.copyOf(target));
  }

  /** {@return everything but the prompts, the header} */
  public Header header() {
    return header;
  }

  /** {@return the prompts by id, in the order of the file} */
  public ImmutableMap<String, PromptTable> prompts() {
    return prompts;
  }

  /** {@return the ids of the source prompts, 𝒟<sub>src</sub>} */
  public ImmutableList<String> source() {
    return source;
  }

  /** {@return the ids of the target prompts, 𝒟<sub>tar</sub>} */
  public ImmutableList<String> target() {
    return target;
  }

  /** {@return the token MDP: vocabulary, legal tokens and horizon} */
  public TokenMdp mdp() {
    return mdp;
  }

  /**
   * {@return what a learner may see, over complete forests, from which no reward of a prompt that
   * is not in the source list can be reached}
   */
  public LearningProblem problem() {
    return problem(Forest.DEFAULT_BUDGET);
  }

  /**
   * Returns what a learner may see, unless its forests are too large.
   *
   * @param budget the largest number of edges of a forest
   * @return the learning problem, over complete forests
   * @throws dev.ccl.core.forest.BudgetExceededException if a forest has more edges
   */
  public LearningProblem problem(long budget) {
    return LearningProblem.of(
        header.lambda(),
        header.bound(),
        dataset(source, budget),
        dataset(target, budget),
        new PolicyClass(
            LinearSoftmax.of(features(header.calibrationDimension(), StateTable::phi)),
            header.calibrationSet(),
            header.teacher()),
        new PolicyClass(
            LinearSoftmax.of(features(header.studentDimension(), StateTable::phiStu)),
            Ball.of(header.studentDimension(), header.bound()),
            header.initial()),
        this::referenceProbabilities,
        new SourceRewards(prompts, source));
  }

  /** {@return the SHA-256 hash of the bytes that {@link InstanceWriter} writes, in hexadecimal} */
  public String digest() {
    return InstanceWriter.digest(this);
  }

  /** {@return a copy without the rewards of all prompts that are not in the source list} */
  public Instance withoutTargetRewards() {
    ImmutableList.Builder<PromptTable> kept = ImmutableList.builder();
    for (PromptTable p : prompts.values()) {
      kept.add(source.contains(p.prompt().id()) ? p : p.withoutRewards());
    }
    return of(header, kept.build(), source, target);
  }

  /**
   * {@return a copy with features and rewards rounded to single precision, towards zero; its
   * optimal policies have log-probabilities off by about 10<sup>-7</sup>}
   */
  public Instance inSinglePrecision() {
    List<PromptTable> rounded =
        prompts.values().stream().map(PromptTable::inSinglePrecision).toList();
    return of(header, rounded, source, target);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Instance
        && ((Instance) other).header.equals(header)
        && ((Instance) other).prompts.values().asList().equals(prompts.values().asList())
        && ((Instance) other).source.equals(source)
        && ((Instance) other).target.equals(target);
  }

  @Override
  public int hashCode() {
    return 31 * header.hashCode() + prompts.keySet().hashCode();
  }

  @Override
  public String toString() {
    return "instance \"" + header.name() + "\"";
  }

  private Dataset dataset(ImmutableList<String> ids, long budget) {
    List<Prompt> list = ids.stream().map(id -> prompts.get(id).prompt()).toList();
    return Dataset.of(Forest.complete(mdp, Dataset.distinct(list), budget), list);
  }

  private FeatureMap features(int dimension, BiConsumer<StateTable, double[]> copy) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return dimension;
      }

      @Override
      public void features(State state, double[] out) {
        StateTable table = table(state);
        if (table == null) { // implied absorbing state
          Arrays.fill(out, 0, dimension, 0.0);
        } else {
          copy.accept(table, out);
        }
      }
    };
  }

  private void referenceProbabilities(State state, double[] out) {
    StateTable table = table(state);
    if (table == null) {
      out[0] = 1;
    } else {
      table.pre(out);
    }
  }

  private StateTable table(State state) {
    return prompts.get(state.prompt().id()).find(state.prefix());
  }

  private static FeasibilityRule rule(Header header, ImmutableMap<String, PromptTable> prompts) {
    ImmutableIntArray ended = ImmutableIntArray.of(header.vocabulary().pad());
    return (prompt, prefix) -> {
      StateTable table = prompts.get(prompt.id()).find(prefix);
      if (table != null) {
        return table.tokens(); // the order of the file, under either rule
      }
      checkArgument(
          header.feasibility() == Feasibility.EOS_PADDED
              && prefix.contains(header.vocabulary().eos()),
          "prompt \"%s\" lists no state %s",
          prompt.id(),
          prefix);
      return ended;
    };
  }
}

package dev.ccl.core.instance;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceDraft.PromptDraft;
import dev.ccl.core.instance.InstanceDraft.StateDraft;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Builds an instance from prompts, a rule for legal tokens, feature functions, a reference and a
 * verifier, all in terms of words. The whole tree of every prompt is enumerated, and the rules of
 * the file format are checked.
 */
public final class InstanceBuilder {
  /** A number or a vector for a token that may follow a prefix. */
  @FunctionalInterface
  public interface OfToken<V> {
    /**
     * Returns the value.
     *
     * @param prompt the id of the prompt
     * @param prefix the tokens so far
     * @param token a legal next token
     * @return the value
     */
    V at(String prompt, List<String> prefix, String token);
  }

  /** The tokens that may follow a prefix. */
  @FunctionalInterface
  public interface Legal {
    /**
     * Returns the legal tokens.
     *
     * @param prompt the id of the prompt
     * @param prefix the tokens so far
     * @return at least one token
     */
    List<String> after(String prompt, List<String> prefix);
  }

  /** Rewards of answers. */
  @FunctionalInterface
  public interface Verifier {
    /**
     * Returns a reward.
     *
     * @param prompt the id of the prompt
     * @param answer H tokens, filled up after the end
     * @return a number from 0 to 1
     */
    double reward(String prompt, List<String> answer);
  }

  private final String name;
  private final Vocabulary vocabulary;
  private final int horizon;
  private double lambda = 1;
  private double bound = 1;
  private double[] teacher;
  private OfToken<double[]> phi;
  private double[] initial;
  private OfToken<double[]> phiStu;
  private OfToken<Double> weight = (prompt, prefix, token) -> 1.0;
  private Legal legal; // null under the rule eos-padded
  private Verifier verifier;
  private UnaryOperator<String> kind = prompt -> "";
  private UnaryOperator<String> group = prompt -> "";
  private List<String> source = List.of();
  private List<String> target = List.of();
  private List<String> order = List.of();

  private InstanceBuilder(String name, Vocabulary vocabulary, int horizon) {
    this.name = name;
    this.vocabulary = vocabulary;
    this.horizon = horizon;
  }

  /**
   * Begins an instance with λ = 1, B = 1, the rule eos-padded and a uniform reference.
   *
   * @param name for people
   * @param vocabulary the tokens
   * @param horizon H, at least 1
   * @return a builder
   */
  public static InstanceBuilder of(String name, Vocabulary vocabulary, int horizon) {
    checkArgument(horizon >= 1, "horizon: %s is not at least 1", horizon);
    return new InstanceBuilder(name, vocabulary, horizon);
  }

  /**
   * Sets the constants.
   *
   * @param newLambda λ
   * @param newBound B, the radius of both parameter sets
   * @return this
   */
  public InstanceBuilder constants(double newLambda, double newBound) {
    lambda = newLambda;
    bound = newBound;
    return this;
  }

  /**
   * Sets the calibration class.
   *
   * @param parameter the teacher, whose length is D; read
   * @param features φ, vectors of D numbers and norm at most 1
   * @return this
   */
  public InstanceBuilder calibration(double[] parameter, OfToken<double[]> features) {
    teacher = parameter.clone();
    phi = features;
    return this;
  }

  /**
   * Sets the student class.
   *
   * @param first the first student, whose length is d; read
   * @param features φ<sub>stu</sub>, vectors of d numbers and norm at most 1
   * @return this
   */
  public InstanceBuilder student(double[] first, OfToken<double[]> features) {
    initial = first.clone();
    phiStu = features;
    return this;
  }

  /**
   * Sets the reference policy.
   *
   * @param weights positive numbers in proportion to the probabilities of a state's tokens; where
   *     they sum to 1, the probabilities themselves
   * @return this
   */
  public InstanceBuilder reference(OfToken<Double> weights) {
    weight = weights;
    return this;
  }

  /**
   * Sets a rule for legal tokens, in place of eos-padded.
   *
   * @param rule the legal tokens after each prefix
   * @return this
   */
  public InstanceBuilder legal(Legal rule) {
    legal = rule;
    return this;
  }

  /**
   * Sets the questions.
   *
   * @param sourceIds ids of those with rewards
   * @param targetIds ids of those that count
   * @return this
   */
  public InstanceBuilder prompts(List<String> sourceIds, List<String> targetIds) {
    source = ImmutableList.copyOf(sourceIds);
    target = ImmutableList.copyOf(targetIds);
    return this;
  }

  /**
   * Sets the order in which the file lists the prompts; those that are not named come last, source
   * before target.
   *
   * @param ids of prompts; one that is in neither list is allowed
   * @return this
   */
  public InstanceBuilder inOrder(List<String> ids) {
    order = ImmutableList.copyOf(ids);
    return this;
  }

  /**
   * Sets the kinds of the questions, in place of one kind for all: the classes that anybody can
   * tell from a question alone. Learners may read them, so none may follow from the right answer.
   *
   * @param rule the kind of a prompt by its id
   * @return this
   */
  public InstanceBuilder kinds(UnaryOperator<String> rule) {
    kind = rule;
    return this;
  }

  /**
   * Sets the groups of the questions, in place of one group for each: questions of one group tell
   * about each other and stay together in a split and in a fold of a cross-validation.
   *
   * @param rule the group of a prompt by its id
   * @return this
   */
  public InstanceBuilder groups(UnaryOperator<String> rule) {
    group = rule;
    return this;
  }

  /**
   * Sets the verifier, of source and target prompts alike; {@link Instance#withoutTargetRewards}
   * takes the latter away.
   *
   * @param judge the rewards
   * @return this
   */
  public InstanceBuilder verifier(Verifier judge) {
    verifier = judge;
    return this;
  }

  /**
   * Enumerates everything.
   *
   * @return the instance
   * @throws InstanceFormatException if it breaks a rule of the format; the message names the place
   */
  public Instance build() {
    checkState(phi != null, "there is no calibration class: call calibration(…)");
    checkState(phiStu != null, "there is no student class: call student(…)");
    checkState(verifier != null, "there is no verifier: call verifier(…)");
    InstanceDraft draft = new InstanceDraft();
    draft.name = name;
    draft.lambda = lambda;
    draft.bound = bound;
    draft.horizon = horizon;
    draft.vocabulary = vocabulary.tokens();
    draft.eos = vocabulary.token(vocabulary.eos());
    draft.pad = vocabulary.token(vocabulary.pad());
    draft.feasibility = (legal == null ? Feasibility.EOS_PADDED : Feasibility.EXPLICIT).text();
    draft.calibrationDimension = teacher.length;
    draft.teacher = teacher;
    draft.setType = "ball";
    draft.studentDimension = initial.length;
    draft.initial = initial;
    draft.source = source;
    draft.target = target;
    draft.words = vocabulary.tokens();
    draft.phiLength = teacher.length;
    draft.phiStuLength = initial.length;
    Set<String> ids = new LinkedHashSet<>(order);
    ids.addAll(source);
    ids.addAll(target);
    draft.prompts = ids.stream().map(this::prompt).toList();
    return new InstanceRules(name, draft).instance();
  }

  /** Enumerates the states of a prompt, breadth first. */
  private PromptDraft prompt(String id) {
    List<StateDraft> states = new ArrayList<>();
    ImmutableDoubleArray.Builder rewards = ImmutableDoubleArray.builder();
    List<List<String>> prefixes = new ArrayList<>();
    prefixes.add(List.of());
    int edges = 0;
    for (int s = 0; s < prefixes.size(); s++) { // grows
      List<String> prefix = prefixes.get(s);
      List<String> tokens = tokens(id, prefix);
      states.add(state(id, prefix, tokens));
      edges += tokens.size();
      checkArgument(
          edges <= Forest.DEFAULT_BUDGET,
          "prompt \"%s\" has more than %s edges",
          id,
          Forest.DEFAULT_BUDGET);
      for (String token : tokens) {
        List<String> longer = ImmutableList.<String>builder().addAll(prefix).add(token).build();
        if (longer.size() == horizon || (legal == null && isEnd(token))) {
          rewards.add(verifier.reward(id, filled(longer)));
        } else {
          prefixes.add(longer);
        }
      }
    }
    Prompt prompt = new Prompt(id, "", kind.apply(id), group.apply(id));
    return new PromptDraft(prompt, states, List.of(), rewards.build());
  }

  private boolean isEnd(String token) {
    return vocabulary.id(token) == vocabulary.eos();
  }

  private List<String> tokens(String id, List<String> prefix) {
    if (legal != null) {
      List<String> tokens = legal.after(id, prefix);
      for (String token : tokens) {
        checkArgument(
            vocabulary.id(token) >= 0,
            "prompt \"%s\": token \"%s\" after %s is not in the vocabulary",
            id,
            token,
            prefix);
      }
      return tokens;
    }
    return vocabulary.tokens().stream()
        .filter(token -> vocabulary.id(token) != vocabulary.pad())
        .toList();
  }

  private StateDraft state(String id, List<String> prefix, List<String> tokens) {
    StateDraft state = new StateDraft();
    state.prefix = ids(prefix);
    state.tokens = ids(tokens);
    state.phi = new double[tokens.size() * teacher.length];
    state.phiStu = new double[tokens.size() * initial.length];
    state.pre = new double[tokens.size()];
    double sum = 0;
    for (int k = 0; k < state.pre.length; k++) {
      String token = tokens.get(k);
      put("calibration", phi.at(id, prefix, token), k, teacher.length, state.phi);
      put("student", phiStu.at(id, prefix, token), k, initial.length, state.phiStu);
      state.pre[k] = weight.at(id, prefix, token);
      sum += state.pre[k];
    }
    if (!(Math.abs(sum - 1) <= PromptRules.TOLERANCE)) { // probabilities are used as given
      for (int k = 0; k < state.pre.length; k++) {
        state.pre[k] /= sum;
      }
    }
    return state;
  }

  private static void put(String whose, double[] vector, int k, int size, double[] out) {
    checkArgument(
        vector.length == size,
        "the %s features are %s numbers, not %s",
        whose,
        vector.length,
        size);
    System.arraycopy(vector, 0, out, k * size, size);
  }

  private ImmutableIntArray ids(List<String> tokens) {
    return ImmutableIntArray.copyOf(tokens.stream().mapToInt(vocabulary::id).toArray());
  }

  private List<String> filled(List<String> answer) {
    return ImmutableList.<String>builder()
        .addAll(answer)
        .addAll(Collections.nCopies(horizon - answer.size(), vocabulary.token(vocabulary.pad())))
        .build();
  }
}

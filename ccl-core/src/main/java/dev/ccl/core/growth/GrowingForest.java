package dev.ccl.core.growth;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.Frontier;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.random.PathKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The known part of the prefix trees of some prompts. Who walks notes what he will need by {@link
 * #want} and then calls {@link #grow}, which asks the frozen models about all new states at once
 * and keeps the answers. If a model fails, nothing has become known.
 *
 * <p>As in a {@link dev.ccl.core.forest.Forest}, tails that every policy continues in the same way
 * are left out: {@link #ends} tells where an answer is determined. A forest belongs to one thread.
 */
public final class GrowingForest {
  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final boolean[] referred; // of each prompt: whether the reference is asked below it
  private final PolicyFamily student;
  private final PolicyFamily calibration;
  private final FrozenPolicy reference;
  private final Holdings holdings;
  private final GrownState[] roots;
  private final int[] seenAt; // the last state at which a token was legal
  private final List<Wanted> wanted = new ArrayList<>();
  private int planted;
  private long time;

  private record Wanted(GrownState parent, int place, GrownState state) {}

  private GrowingForest(
      TokenMdp mdp,
      ImmutableList<Prompt> prompts,
      boolean[] referred,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      GrowthBudget budget) {
    this.mdp = mdp;
    this.prompts = prompts;
    this.referred = referred;
    this.student = student;
    this.calibration = calibration;
    this.reference = reference;
    this.roots = new GrownState[prompts.size()];
    this.holdings = new Holdings(budget, roots);
    this.seenAt = new int[mdp.vocabulary().size()];
    Arrays.fill(seenAt, -1);
  }

  /**
   * Returns a forest of which nothing is known yet.
   *
   * @param mdp the token MDP
   * @param prompts distinct prompts
   * @param referred below which of them the reference will be asked for
   * @param student the student's class
   * @param calibration the teacher's class
   * @param reference π<sub>pre</sub>
   * @param budget how much is kept
   * @return the forest
   */
  public static GrowingForest of(
      TokenMdp mdp,
      List<Prompt> prompts,
      List<Prompt> referred,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      GrowthBudget budget) {
    ImmutableList<Prompt> all = ImmutableList.copyOf(prompts);
    boolean[] flags = new boolean[all.size()];
    for (int r = 0; r < flags.length; r++) {
      flags[r] = referred.contains(all.get(r));
    }
    return new GrowingForest(mdp, all, flags, student, calibration, reference, budget);
  }

  /** {@return the token MDP; the MDP whose prefixes these are} */
  public TokenMdp mdp() {
    return mdp;
  }

  /** {@return the prompts; the r-th has the root r} */
  public ImmutableList<Prompt> prompts() {
    return prompts;
  }

  /** Begins a walk: what it visits is not forgotten before the next one begins. */
  public void begin() {
    time++;
    drop();
  }

  /**
   * Notes that the root of a prompt will be needed.
   *
   * @param r the prompt
   */
  public void wantRoot(int r) {
    if (roots[r] != null) {
      visit(roots[r]); // so that it stays known until the walk is there
    } else {
      Prompt prompt = prompts.get(r);
      State state = checked(mdp.start(prompt));
      GrownState root = new GrownState(state, PathKey.of(prompt.id(), prompt.text()), r);
      roots[r] = root;
      wanted.add(new Wanted(null, 0, root));
    }
  }

  /**
   * Notes that the state behind a token will be needed.
   *
   * @param parent a known state
   * @param k the place of the token
   */
  public void want(GrownState parent, int k) {
    GrownState known = parent.child(k);
    if (known != null) {
      visit(known); // so that it stays known until the walk is there
    } else {
      int token = parent.state().legal().get(k);
      State state = mdp.append(parent.state(), token);
      if (mdp.isForced(state)) {
        parent.attach(k, GrownState.END);
      } else {
        GrownState child = new GrownState(checked(state), parent.key().then(token), parent.root());
        parent.attach(k, child);
        wanted.add(new Wanted(parent, k, child));
      }
    }
  }

  private State checked(State state) {
    ImmutableIntArray legal = state.legal();
    int mark = planted++;
    for (int k = 0; k < legal.length(); k++) {
      int a = legal.get(k);
      checkArgument(
          a >= 0 && a < seenAt.length && seenAt[a] != mark,
          "the feasibility rule lists token %s wrongly (unknown or twice) at %s",
          a,
          state);
      seenAt[a] = mark;
    }
    return state;
  }

  /**
   * Learns the states that were noted, with one question to each frozen model.
   *
   * @throws GrowthStoppedException if there is no room for them
   */
  public void grow() {
    if (wanted.isEmpty()) {
      return;
    }
    try {
      learn(true);
      learn(false);
    } finally {
      drop();
    }
  }

  /** Learns the states below prompts where the reference is asked for, or the others. */
  private void learn(boolean withReference) {
    List<Wanted> some = new ArrayList<>();
    List<State> states = new ArrayList<>();
    for (Wanted one : wanted) {
      if (referred[one.state.root()] == withReference) {
        some.add(one);
        states.add(one.state.state());
      }
    }
    if (some.isEmpty()) {
      return;
    }
    Frontier frontier = Frontier.of(states);
    double[][] references = withReference ? frontier.probabilities(reference) : null;
    List<StateKernel> students = student.at(frontier);
    List<StateKernel> calibrations = calibration.at(frontier);
    holdings.asked(frontier);
    holdings.makeRoom(frontier, time);
    for (int i = 0; i < some.size(); i++) {
      GrownState state = some.get(i).state;
      state.learn(students.get(i), calibrations.get(i), withReference ? references[i] : null);
      state.visited = time;
      holdings.keep(state, frontier.bytes(i));
    }
  }

  /** Forgets what was noted and has not been learnt. */
  private void drop() {
    for (Wanted one : wanted) {
      if (one.state.student() == null) {
        if (one.parent == null) {
          roots[one.state.root()] = null;
        } else {
          one.parent.detach(one.place);
        }
      }
    }
    wanted.clear();
  }

  /**
   * Returns a root.
   *
   * @param r the prompt
   * @return the root, which has been wanted and grown
   */
  public GrownState root(int r) {
    return visit(roots[r]);
  }

  /**
   * Makes sure that the reference is known at states; it is asked about those where it has not been
   * in one question.
   *
   * @param states known states
   */
  public void refer(List<GrownState> states) {
    List<GrownState> unknown = new ArrayList<>();
    List<State> prefixes = new ArrayList<>();
    for (GrownState state : states) {
      if (!state.isReferred()) {
        unknown.add(state);
        prefixes.add(state.state());
      }
    }
    if (!unknown.isEmpty()) {
      Frontier frontier = Frontier.of(prefixes);
      double[][] rows = frontier.probabilities(reference);
      holdings.called(frontier);
      for (int i = 0; i < rows.length; i++) {
        unknown.get(i).refer(rows[i]);
        holdings.enlarge(unknown.get(i), frontier.bytes(i));
      }
    }
  }

  /**
   * Tells whether an answer is determined by a token.
   *
   * @param parent a known state
   * @param k the place of the token, which has been wanted
   * @return whether no state follows
   */
  public boolean ends(GrownState parent, int k) {
    return parent.child(k) == GrownState.END;
  }

  /**
   * Returns the state behind a token.
   *
   * @param parent a known state
   * @param k the place of the token, which has been wanted and grown and does not end the answer
   * @return the state
   */
  public GrownState child(GrownState parent, int k) {
    return visit(parent.child(k));
  }

  private GrownState visit(GrownState state) {
    if (state != GrownState.END) {
      state.visited = time;
    }
    return state;
  }

  /**
   * Returns the complete answer that a token determines.
   *
   * @param parent a known state
   * @param k the place of a token behind which the answer {@link #ends}
   * @return H tokens
   */
  public ImmutableIntArray answer(GrownState parent, int k) {
    return mdp.complete(mdp.append(parent.state(), parent.state().legal().get(k)));
  }

  /** Tells whether this forest and others together hold more than the budget that they share. */
  boolean isOverdrawn() {
    return holdings.isOverdrawn();
  }

  /** {@return what has been asked and what is kept; the counts so far} */
  public GrowthCounts counts() {
    return holdings.counts();
  }
}

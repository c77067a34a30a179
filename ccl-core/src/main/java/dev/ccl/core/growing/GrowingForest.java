package dev.ccl.core.growing;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Trees;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.random.PathKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The known part of the prefix trees of some prompts. A walk requests states by {@link #request}
 * and {@link #requestRoot}, and {@link #expand} then asks the frozen models about all new ones at
 * once.
 *
 * <p>As in a {@link dev.ccl.core.forest.Forest}, tails that every policy continues in the same way
 * are left out: {@link #ends} tells where an answer is determined. A forest belongs to one thread.
 */
public final class GrowingForest implements Trees {
  private final TokenMdp mdp;
  private final ImmutableList<Prompt> prompts;
  private final boolean[] referred; // of each prompt: whether the reference is asked below it
  private final PolicyFamily student;
  private final PolicyFamily calibration;
  private final FrozenPolicy reference;
  private final ForestUsage holdings;
  private final KnownState[] roots;
  private final int[] seenAt; // the last state at which a token was legal
  private final List<Wanted> wanted = new ArrayList<>();
  private int planted;
  private long time;

  private record Wanted(KnownState parent, int place, KnownState state) {}

  private GrowingForest(
      TokenMdp mdp,
      ImmutableList<Prompt> prompts,
      boolean[] referred,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      ForestBudget budget) {
    this.mdp = mdp;
    this.prompts = prompts;
    this.referred = referred;
    this.student = student;
    this.calibration = calibration;
    this.reference = reference;
    this.roots = new KnownState[prompts.size()];
    this.holdings = new ForestUsage(budget, roots);
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
  static GrowingForest of(
      TokenMdp mdp,
      List<Prompt> prompts,
      List<Prompt> referred,
      PolicyFamily student,
      PolicyFamily calibration,
      FrozenPolicy reference,
      ForestBudget budget) {
    ImmutableList<Prompt> all = ImmutableList.copyOf(prompts);
    Set<Prompt> below = new HashSet<>(referred);
    boolean[] flags = new boolean[all.size()];
    for (int r = 0; r < flags.length; r++) {
      flags[r] = below.contains(all.get(r));
    }
    return new GrowingForest(mdp, all, flags, student, calibration, reference, budget);
  }

  @Override
  public TokenMdp mdp() {
    return mdp;
  }

  @Override
  public ImmutableList<Prompt> prompts() {
    return prompts;
  }

  /** Begins a walk: what it visits is not forgotten before the next one begins. */
  public void begin() {
    time++;
    drop();
  }

  /**
   * Requests the root of a prompt.
   *
   * @param r the prompt
   */
  public void requestRoot(int r) {
    if (roots[r] != null) {
      visit(roots[r]); // so that it stays known until the walk is there
    } else {
      Prompt prompt = prompts.get(r);
      State state = checked(mdp.start(prompt));
      KnownState root = new KnownState(state, PathKey.of(prompt.id(), prompt.text()), r);
      roots[r] = root;
      wanted.add(new Wanted(null, 0, root));
    }
  }

  /**
   * Requests the state behind a token.
   *
   * @param parent a known state
   * @param k the place of the token
   */
  public void request(KnownState parent, int k) {
    KnownState known = parent.child(k);
    if (known != null) {
      visit(known); // so that it stays known until the walk is there
    } else {
      int token = parent.state().legal().get(k);
      State state = mdp.append(parent.state(), token);
      if (mdp.isForced(state)) {
        parent.attach(k, KnownState.END);
      } else {
        KnownState child = new KnownState(checked(state), parent.key().then(token), parent.root());
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
   * Asks each frozen model once about all requested states that are new, and keeps the answers.
   *
   * @throws ForestFullException if there is no room for them
   */
  public void expand() {
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

  /** Asks about the states below prompts with the reference, or about the others. */
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
    StateBatch frontier = StateBatch.of(states);
    double[][] references = withReference ? frontier.probabilities(reference) : null;
    List<StateKernel> students = student.at(frontier);
    List<StateKernel> calibrations = calibration.at(frontier);
    holdings.asked(frontier);
    holdings.makeRoom(frontier, time);
    for (int i = 0; i < some.size(); i++) {
      KnownState state = some.get(i).state;
      state.learn(students.get(i), calibrations.get(i), withReference ? references[i] : null);
      state.visited = time;
      holdings.keep(state, frontier.bytes(i));
    }
  }

  /** Drops the requests that have not been answered. */
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
   * @return the root, which has been requested and expanded
   */
  public KnownState root(int r) {
    return visit(roots[r]);
  }

  /**
   * Makes sure that the reference is known at states; the others are asked about in one call.
   *
   * @param states known states
   */
  public void refer(List<KnownState> states) {
    List<KnownState> unknown = new ArrayList<>();
    List<State> prefixes = new ArrayList<>();
    for (KnownState state : states) {
      if (!state.isReferred()) {
        unknown.add(state);
        prefixes.add(state.state());
      }
    }
    if (!unknown.isEmpty()) {
      StateBatch frontier = StateBatch.of(prefixes);
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
   * @param k the place of the token, which has been requested
   * @return whether no state follows
   */
  public boolean ends(KnownState parent, int k) {
    return parent.child(k) == KnownState.END;
  }

  /**
   * Returns the state behind a token.
   *
   * @param parent a known state
   * @param k the place of the token, which has been requested and expanded and does not end the
   *     answer
   * @return the state
   */
  public KnownState child(KnownState parent, int k) {
    return visit(parent.child(k));
  }

  private KnownState visit(KnownState state) {
    if (state != KnownState.END) {
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
  public ImmutableIntArray answer(KnownState parent, int k) {
    return mdp.complete(mdp.append(parent.state(), parent.state().legal().get(k)));
  }

  /** Tells whether this forest and others together hold more than the budget that they share. */
  boolean isOverdrawn() {
    return holdings.isOverdrawn();
  }

  /** {@return the numbers of states asked about and kept so far} */
  public StateCounts counts() {
    return holdings.counts();
  }
}

package dev.ccl.theory.learner;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Check;
import dev.ccl.judge.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The contract of a learner on one instance. One line of test code holds a new learner to it:
 *
 * <pre>  LearnerContract.of(learner, instance).require();</pre>
 *
 * <p>Nothing here is random but the runs themselves, whose seed is fixed, so a verdict never
 * changes.
 */
public final class LearnerContract {
  private static final long SEED = 20;
  private static final int ROUNDS = 12;

  private static final ImmutableList<Check<LearnerContract>> CHECKS =
      ImmutableList.of(
          check(
              "rounds",
              "a state counts its rounds, and its parameters are those of the session and of the"
                  + " sets",
              "a session reports another state than its own, or forgets to project",
              LearnerContract::rounds),
          check(
              "queries",
              "the ledger has exactly the questions that the rewards have been asked",
              "a reward is asked for without entering it in the ledger, or the reverse",
              LearnerContract::queries),
          check(
              "replay",
              "the same seed gives the same bits, opened at its initial state or started at once",
              "something is drawn outside of the streams of the seed",
              LearnerContract::replay),
          check(
              "resume",
              "a run that is stopped and opened again after any round ends in the same bits",
              "something is remembered that the state does not hold: keep it in its extras",
              LearnerContract::resume),
          check(
              "threads",
              "the number of threads changes no bit",
              "a sum or a draw depends on which thread comes first",
              LearnerContract::threads),
          check(
              "target rewards",
              "files without the rewards of target prompts, and with others, give the same bits",
              "something depends on the rewards of target prompts",
              LearnerContract::targetRewards));

  private final Learner learner;
  private final Instance instance;

  private LearnerContract(Learner learner, Instance instance) {
    this.learner = learner;
    this.instance = instance;
  }

  /**
   * Returns the contract for a learner.
   *
   * @param learner the learner
   * @param instance a small instance with the rewards of its target prompts
   * @return the suite
   */
  public static Suite of(Learner learner, Instance instance) {
    return Suite.of(new LearnerContract(learner, instance), CHECKS);
  }

  /** A check whose body returns what speaks against the rule, or nothing. */
  private static Check<LearnerContract> check(
      String name, String rule, String cause, Function<LearnerContract, String> body) {
    return Check.of(
        name,
        rule,
        cause,
        (contract, f) -> {
          String found = body.apply(contract);
          f.isTrue(found.isEmpty() ? name : found, found.isEmpty());
        });
  }

  private LearnerState run(LearningProblem problem, LearnerState from, long rounds, int threads) {
    try (Session session = learner.open(problem, from, threads)) {
      session.advance(rounds);
      return session.state();
    }
  }

  private LearnerState straight() {
    LearningProblem problem = instance.problem();
    return run(problem, learner.initial(problem, SEED), ROUNDS, 1);
  }

  /** A state counts its rounds, and its parameters are those of the session and of the sets. */
  private String rounds() {
    LearningProblem problem = instance.problem();
    double[] w = new double[problem.calibration().set().dimension()];
    double[] theta = new double[problem.student().set().dimension()];
    LearnerState start = learner.initial(problem, SEED);
    List<String> found = new ArrayList<>();
    try (Session session = learner.open(problem, start, 1)) {
      for (int t = 0; t <= ROUNDS && found.isEmpty(); t++) {
        LearnerState state = session.state();
        session.calibration(w);
        session.student(theta);
        boolean same =
            state.calibration().equals(ImmutableDoubleArray.copyOf(w))
                && state.student().equals(ImmutableDoubleArray.copyOf(theta));
        if (session.round() != t) {
          found.add("the session calls round " + t + " round " + session.round());
        } else if (state.round() != t || state.seed() != SEED) {
          found.add("round " + t + " calls itself " + state.round() + " of seed " + state.seed());
        } else if (!same) {
          found.add(
              "round "
                  + t
                  + ", "
                  + first(w, state.calibration(), "w in the session", "in its state")
                  + first(theta, state.student(), "θ in the session", "in its state"));
        } else if (!problem.calibration().set().contains(w)
            || !problem.student().set().contains(theta)) {
          found.add(
              "round "
                  + t
                  + ", w = "
                  + Arrays.toString(w)
                  + " or θ = "
                  + Arrays.toString(theta)
                  + " is outside of its set");
        }
        session.advance(1);
      }
    }
    return String.join("; ", found);
  }

  /** The ledger has exactly the questions that the rewards have been asked, in every round. */
  private String queries() {
    CountingOracle rewards = new CountingOracle(instance);
    LearningProblem problem = instance.problem().withSourceRewards(rewards);
    LearnerState state = learner.initial(problem, SEED);
    if (rewards.questions() != state.ledger().sourceQueries()) {
      return rewards.questions() + " questions before the first round";
    }
    for (int t = 0; t < ROUNDS; t++) {
      state = learner.step(problem, state);
      if (rewards.questions() != state.ledger().sourceQueries()) {
        return String.format(
            "after round %s the ledger says %s queries, the rewards were asked %s times",
            t, state.ledger().sourceQueries(), rewards.questions());
      }
    }
    return "";
  }

  /** The same seed gives the same bits, opened at its initial state or started at once. */
  private String replay() {
    LearnerState first = straight();
    String again = difference(first, straight(), "in a second run of one seed");
    return again.isEmpty() ? difference(first, started(), "started at once") : again;
  }

  private LearnerState started() {
    try (Session session = learner.start(instance.problem(), SEED, 1)) {
      session.advance(ROUNDS);
      return session.state();
    }
  }

  /** A run that is stopped and opened again after any round ends in the same bits. */
  private String resume() {
    LearningProblem problem = instance.problem();
    LearnerState whole = straight();
    for (int stop = 0; stop <= ROUNDS; stop++) {
      LearnerState half = run(problem, learner.initial(problem, SEED), stop, 1);
      LearnerState end = run(instance.problem(), half, ROUNDS - stop, 1);
      String found = difference(whole, end, "stopped after " + stop + " rounds");
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  /** The number of threads changes no bit. */
  private String threads() {
    LearningProblem problem = instance.problem();
    LearnerState two = run(problem, learner.initial(problem, SEED), ROUNDS, 2);
    return difference(straight(), two, "with two threads");
  }

  /** Files without the rewards of target prompts, and with others, give the same bits. */
  private String targetRewards() {
    LearnerState whole = straight();
    String removed =
        difference(whole, on(instance.withoutTargetRewards()), "target rewards removed");
    return removed.isEmpty()
        ? difference(whole, on(withOtherTargetRewards()), "other target rewards")
        : removed;
  }

  private LearnerState on(Instance other) {
    LearningProblem problem = other.problem();
    return run(problem, learner.initial(problem, SEED), ROUNDS, 1);
  }

  /** The instance with 1 − R in the place of every reward R that no learner may see. */
  private Instance withOtherTargetRewards() {
    List<PromptTable> tables = new ArrayList<>();
    for (PromptTable table : instance.prompts().values()) {
      boolean hidden = table.hasRewards() && !instance.source().contains(table.prompt().id());
      double[] rewards = new double[table.edges()];
      for (int e = 0; hidden && e < rewards.length; e++) {
        rewards[e] = table.child(e) < 0 ? 1 - table.reward(e) : 0;
      }
      int pad = instance.header().vocabulary().pad();
      tables.add(hidden ? table.withRewards(instance.mdp().horizon(), pad, rewards) : table);
    }
    return Instance.of(instance.header(), tables, instance.source(), instance.target());
  }

  /** The first number in which a state differs from what it should be. */
  private static String difference(LearnerState expected, LearnerState actual, String when) {
    if (expected.equals(actual)) {
      return "";
    }
    String place = when + ", ";
    String found = first(actual.calibration().toArray(), expected.calibration(), "w", "");
    if (found.isEmpty()) {
      found = first(actual.student().toArray(), expected.student(), "θ", "");
    }
    for (String name : expected.extras().keySet()) {
      ImmutableDoubleArray memory = actual.extras().getOrDefault(name, ImmutableDoubleArray.of());
      if (found.isEmpty()) {
        found = first(memory.toArray(), expected.extras().get(name), "\"" + name + "\"", "");
      }
    }
    for (String entry : expected.ledger().entries().keySet()) {
      Object wanted = expected.ledger().entries().get(entry);
      Object got = actual.ledger().entries().get(entry);
      if (found.isEmpty() && !wanted.equals(got)) {
        found = "the ledger has " + got + " as " + entry + ", expected " + wanted;
      }
    }
    return place + (found.isEmpty() ? actual + ", expected " + expected : found);
  }

  private static String first(
      double[] actual, ImmutableDoubleArray expected, String name, String where) {
    if (actual.length != expected.length()) {
      return name + " has " + actual.length + " numbers, expected " + expected.length();
    }
    for (int i = 0; i < actual.length; i++) {
      if (Double.compare(actual[i], expected.get(i)) != 0) {
        return name
            + ", coordinate "
            + i
            + ", is "
            + actual[i]
            + ", expected "
            + expected.get(i)
            + (where.isEmpty() ? "" : " as " + where);
      }
    }
    return "";
  }
}

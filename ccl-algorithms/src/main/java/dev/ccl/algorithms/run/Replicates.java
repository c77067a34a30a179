package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a learner on a problem over seeds, which are the unit of replication. The replicate of a
 * seed depends on learner, problem and seed alone: not on the number of threads, nor on the other
 * seeds, nor on how often it was interrupted.
 */
public final class Replicates {
  /** A stretch of rounds is lengthened below and shortened above these, in nanoseconds. */
  private static final long SHORT = 10_000_000;

  private static final long LONG = 50_000_000;

  private final Learner learner;
  private final LearningProblem problem;
  private final RecordedRounds recorded;

  private Replicates(Learner learner, LearningProblem problem, RecordedRounds recorded) {
    this.learner = learner;
    this.problem = problem;
    this.recorded = recorded;
  }

  /**
   * Returns what to run.
   *
   * @param learner the method with its settings
   * @param problem the problem
   * @param recorded which rounds to record, and the last
   * @return runs that have not begun
   */
  public static Replicates of(Learner learner, LearningProblem problem, RecordedRounds recorded) {
    return new Replicates(learner, problem, recorded);
  }

  /**
   * Runs consecutive seeds and holds all of them in memory.
   *
   * @param firstSeed the first seed
   * @param count how many seeds, at least 1
   * @param threads how many threads to use, at least 1
   * @return the replicates at their last round, in the order of their seeds
   */
  public ImmutableList<Replicate> run(long firstSeed, int count, int threads) {
    Memory memory = new Memory();
    run(firstSeed, count, threads, memory, Monitor.NONE);
    ImmutableList.Builder<Replicate> replicates = ImmutableList.builderWithExpectedSize(count);
    for (int i = 0; i < count; i++) {
      replicates.add(memory.kept.get(firstSeed + i));
    }
    return replicates.build();
  }

  /**
   * Runs consecutive seeds, each from where the journal has it, and keeps each in the journal when
   * it ends. Only replicates in progress are in memory.
   *
   * @param firstSeed the first seed
   * @param count how many seeds, at least 1
   * @param threads how many threads to use, at least 1
   * @param journal where the replicates are kept
   * @param monitor watches and may stop the run
   * @return whether all replicates are at their last round; false if the monitor stopped them
   * @throws IllegalArgumentException if the learner cannot run on the problem
   * @throws IllegalStateException if the caller is interrupted. Then, and whatever user code throws
   *     in the middle of a round, which comes out as it is, the journal has the last good state of
   *     each replicate, and no thread is left
   */
  public boolean run(long firstSeed, int count, int threads, Journal journal, Monitor monitor) {
    checkArgument(count >= 1, "seeds: %s is not at least 1", count);
    checkArgument(threads >= 1, "threads: %s is not at least 1", threads);
    checkArgument(
        firstSeed <= Long.MAX_VALUE - (count - 1),
        "the last of %s seeds from %s on is beyond %s",
        count,
        firstSeed,
        Long.MAX_VALUE);
    int workers = Math.min(threads, count);
    int inside = threads / workers;
    AtomicBoolean failed = new AtomicBoolean();
    Monitor guarded =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            monitor.completed(rounds);
          }

          @Override
          public boolean stopping() {
            return failed.get() || Thread.currentThread().isInterrupted() || monitor.stopping();
          }
        };
    return !Parallel.map(
            workers,
            seeds(firstSeed, count),
            (Long seed) -> {
              boolean returned = false;
              try {
                boolean finished = run(seed, inside, journal, guarded);
                returned = true;
                return finished;
              } finally {
                if (!returned) {
                  failed.set(true);
                }
              }
            })
        .contains(false);
  }

  private static ContiguousSet<Long> seeds(long first, int count) {
    return ContiguousSet.closed(first, first + count - 1);
  }

  private boolean run(long seed, int threads, Journal journal, Monitor monitor) {
    if (monitor.stopping()) {
      return false;
    }
    Optional<Replicate> kept = journal.find(seed);
    List<Snapshot> record = new ArrayList<>();
    if (kept.isPresent()) {
      LearnerState state = kept.get().state();
      kept.get().requireRecordOf(recorded);
      record.addAll(kept.get().record());
      monitor.completed(state.isOver() ? recorded.last() : state.round());
      if (kept.get().isFinished(recorded)) {
        return true;
      }
    }
    StateCounts earlier = kept.map(Replicate::stateCounts).orElse(StateCounts.NONE);
    try (Session session =
        kept.isPresent()
            ? learner.open(problem, kept.get().state(), threads)
            : learner.start(problem, seed, threads)) {
      Progress progress = new Progress(session, record, earlier, journal);
      if (kept.isEmpty()) {
        LearnerState zero = session.state();
        checkArgument(
            zero.seed() == seed && zero.round() == 0,
            "%s was asked to begin seed %s and is at round %s of seed %s",
            learner.name(),
            seed,
            zero.round(),
            zero.seed());
        session.record();
        record.add(Snapshot.of(zero));
      }
      if (session.isOver()) { // the start was good enough
        monitor.completed(recorded.last());
        progress.keep(session.state());
        return true;
      }
      return advance(progress, monitor);
    }
  }

  /** Advances to the last round in stretches; the clock decides their lengths and no result. */
  private boolean advance(Progress progress, Monitor monitor) {
    Session session = progress.session;
    Cadence cadence = progress.journal.cadence();
    Pace pace = new Pace(problem.isWhole() ? Long.MAX_VALUE : 1); // models make a round dear
    long keptAt = System.nanoTime();
    while (true) {
      long next = recorded.all().get(progress.record.size());
      long round = session.round();
      long rounds = Math.min(Math.min(pace.stretch, next - round), cadence.stretch(round));
      long began = System.nanoTime();
      progress.advance(rounds);
      long now = System.nanoTime();
      monitor.completed(rounds);
      pace.took(rounds, now - began);
      round += rounds;
      if (round == next) {
        session.record();
        progress.record.add(Snapshot.of(session.state()));
      }
      boolean last = round == recorded.last() || session.isOver();
      boolean stopping = !last && monitor.stopping();
      if (last || stopping || cadence.due(round, now - keptAt)) {
        progress.keep(session.state());
        keptAt = System.nanoTime();
      }
      if (stopping && Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted; the run is kept at round " + round);
      }
      if (last) {
        monitor.completed(recorded.last() - round); // of a run that ended by itself
      }
      if (last || stopping) {
        return last;
      }
    }
  }

  /** How many rounds are done between two looks at the clock. */
  private static final class Pace {
    private final long most;
    private long stretch = 1;

    Pace(long most) {
      this.most = most;
    }

    void took(long rounds, long nanos) {
      if (rounds == stretch && nanos < SHORT) {
        stretch = Math.min(2 * stretch, most);
      } else if (nanos > LONG && stretch > 1) {
        stretch /= 2;
      }
    }
  }

  /** A replicate under way, with what an earlier part of its run has asked. */
  private record Progress(
      Session session, List<Snapshot> record, StateCounts earlier, Journal journal) {

    /** Advances; if something is thrown in the middle, the state before is kept. */
    void advance(long rounds) {
      LearnerState before = session.state();
      try {
        session.advance(rounds);
      } catch (RuntimeException | Error fault) {
        keepAfter(fault, before);
        throw fault;
      }
    }

    void keep(LearnerState state) {
      journal.keep(
          new Replicate(state, ImmutableList.copyOf(record), session.stateCounts().after(earlier)));
    }

    private void keepAfter(Throwable fault, LearnerState before) {
      try {
        keep(before);
      } catch (RuntimeException | Error hindrance) {
        fault.addSuppressed(hindrance);
      }
    }
  }

  private static final class Memory implements Journal {
    private final ConcurrentMap<Long, Replicate> kept = new ConcurrentHashMap<>();

    @Override
    public Cadence cadence() {
      return Cadence.AT_THE_END;
    }

    @Override
    public Optional<Replicate> find(long seed) {
      return Optional.ofNullable(kept.get(seed));
    }

    @Override
    public void keep(Replicate replicate) {
      kept.put(replicate.seed(), replicate);
    }
  }
}

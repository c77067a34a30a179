package dev.ccl.algorithms.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * A journal in memory that notes what it is asked for and given; a liar may change what it keeps.
 */
public final class MemoryJournal implements Journal {
  private final Cadence cadence;
  private final UnaryOperator<Replicate> change;
  private final Map<Long, Replicate> kept = new ConcurrentSkipListMap<>();
  private final List<String> events = new CopyOnWriteArrayList<>();

  public MemoryJournal(Cadence cadence) {
    this(cadence, UnaryOperator.identity());
  }

  MemoryJournal(Cadence cadence, UnaryOperator<Replicate> change) {
    this.cadence = cadence;
    this.change = change;
  }

  @Override
  public Cadence cadence() {
    return cadence;
  }

  @Override
  public Optional<Replicate> find(long seed) {
    events.add("find " + seed);
    return Optional.ofNullable(kept.get(seed));
  }

  @Override
  public void keep(Replicate replicate) {
    ImmutableList.Builder<Long> rounds = ImmutableList.builder();
    replicate.record().forEach(snapshot -> rounds.add(snapshot.round()));
    events.add("keep " + replicate.state().round() + " " + rounds.build());
    kept.put(replicate.seed(), change.apply(replicate));
  }

  /** What is kept, by seed. */
  public Map<Long, Replicate> kept() {
    return ImmutableSortedMap.copyOf(kept);
  }

  /** Calls in their order: {@code find SEED} and {@code keep ROUND [RECORDED ROUNDS]}. */
  List<String> events() {
    return ImmutableList.copyOf(events);
  }
}

package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the parts of a run remember between rounds. A part keeps an array of its own here under a
 * name and goes on writing to it; a snapshot copies all of them, and a run that is opened at a
 * snapshot finds them again.
 */
public final class Memory {
  private final ImmutableMap<String, ImmutableDoubleArray> before;
  private final Map<String, double[]> kept = new LinkedHashMap<>();

  private Memory(ImmutableMap<String, ImmutableDoubleArray> before) {
    this.before = before;
  }

  /**
   * Opens the memory of a run.
   *
   * @param before what {@link #snapshot} returned; empty for a new run
   * @return the memory, in which nothing is kept yet
   */
  public static Memory of(ImmutableMap<String, ImmutableDoubleArray> before) {
    return new Memory(before);
  }

  /**
   * Keeps an array of the caller from now on.
   *
   * @param name a name that no other part uses
   * @param values the array as it is in a new run; overwritten if the snapshot has the name
   * @return the same array
   * @throws IllegalArgumentException if the snapshot has another number of values
   */
  public double[] keep(String name, double[] values) {
    checkArgument(kept.put(name, values) == null, "two parts remember \"%s\"", name);
    ImmutableDoubleArray saved = before.get(name);
    if (saved != null) {
      checkArgument(
          saved.length() == values.length,
          "state: %s has %s numbers, not %s",
          name,
          saved.length(),
          values.length);
      for (int i = 0; i < values.length; i++) {
        values[i] = saved.get(i);
      }
    }
    return values;
  }

  /**
   * Copies what is kept.
   *
   * @return the present values by name
   */
  public ImmutableMap<String, ImmutableDoubleArray> snapshot() {
    ImmutableMap.Builder<String, ImmutableDoubleArray> copy = ImmutableMap.builder();
    kept.forEach((name, values) -> copy.put(name, ImmutableDoubleArray.copyOf(values)));
    return copy.buildOrThrow();
  }
}

package dev.ccl.testkit.naive;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** A function of parameters that remembers its latest values: rounds often begin alike. */
final class LruCache<T> {
  private static final int MOST = 64;

  private final Function<double[], T> function;
  private final Map<ImmutableDoubleArray, T> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ImmutableDoubleArray, T> eldest) {
          return size() > MOST;
        }
      };

  LruCache(Function<double[], T> function) {
    this.function = function;
  }

  T at(double[] parameter) {
    return known.computeIfAbsent(
        ImmutableDoubleArray.copyOf(parameter), key -> function.apply(parameter));
  }
}

package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of one kind that a run may name: those of this library and those that {@link
 * ServiceLoader} finds.
 *
 * @param <P> the kind
 */
public final class Parts<P extends Part> {
  private final Class<P> kind;
  private final Supplier<ImmutableList<P>> all;

  private Parts(Class<P> kind, ImmutableList<P> own) {
    this.kind = kind;
    this.all = Suppliers.memoize(() -> all(kind, own)); // not a failure: that is told each time
  }

  /**
   * Lists the parts of a kind. Those from outside are looked for when they are first needed.
   *
   * @param <P> the kind
   * @param kind its interface
   * @param own the parts of this library, in order
   * @return these, and behind them those from outside in the order of their forms
   */
  public static <P extends Part> Parts<P> of(Class<P> kind, List<? extends P> own) {
    requireDifferent(kind, own);
    return new Parts<>(kind, ImmutableList.copyOf(own));
  }

  private static <P extends Part> ImmutableList<P> all(Class<P> kind, List<P> own) {
    ImmutableList.Builder<P> all = ImmutableList.builder();
    all.addAll(own);
    outside(kind).stream().sorted(Comparator.comparing(Part::form)).forEach(all::add);
    ImmutableList<P> found = all.build();
    requireDifferent(kind, found);
    return found;
  }

  private static void requireDifferent(Class<?> kind, List<? extends Part> parts) {
    Set<String> forms = new HashSet<>();
    for (Part part : parts) {
      checkArgument(
          forms.add(part.form()), "two parts are written \"%s\", as %s", part.form(), kind);
    }
  }

  /**
   * Finds what the class path offers from outside.
   *
   * @param <T> the kind
   * @param kind its interface
   * @return one object of each provider that the class loader of this thread has
   * @throws IllegalArgumentException if a provider cannot be loaded
   */
  public static <T> ImmutableList<T> outside(Class<T> kind) {
    try {
      return ImmutableList.copyOf(ServiceLoader.load(kind));
    } catch (ServiceConfigurationError | LinkageError e) {
      String cause = e.getCause() == null ? "" : " (" + e.getCause() + ")";
      throw new IllegalArgumentException(
          "a provider on the class path cannot be loaded: " + e.getMessage() + cause, e);
    }
  }

  /** {@return what may be written; the forms of all parts} */
  public String form() {
    return all.get().stream().map(Part::form).collect(Collectors.joining("|"));
  }

  /**
   * Reads a text.
   *
   * @param text what follows the equals sign
   * @return the part
   * @throws IllegalArgumentException if no part is written so
   */
  public P read(String text) {
    return all.get().stream()
        .flatMap(part -> part.read(text).stream())
        .map(kind::cast)
        .findFirst()
        .orElseThrow(IllegalArgumentException::new);
  }
}

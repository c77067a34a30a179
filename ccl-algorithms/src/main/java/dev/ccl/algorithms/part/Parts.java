package dev.ccl.algorithms.part;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The parts of one kind that a run may name: those of this library and those that {@link
 * ServiceLoader} finds.
 *
 * @param <P> the kind
 */
public final class Parts<P extends Part> {
  private final Class<P> kind;
  private final ImmutableList<P> all;

  private Parts(Class<P> kind, ImmutableList<P> all) {
    this.kind = kind;
    this.all = all;
  }

  /**
   * Lists the parts of a kind.
   *
   * @param <P> the kind
   * @param kind its interface
   * @param own the parts of this library, in order
   * @return these, and behind them those from outside in the order of their forms
   */
  public static <P extends Part> Parts<P> of(Class<P> kind, List<? extends P> own) {
    ImmutableList<P> found =
        StreamSupport.stream(ServiceLoader.load(kind).spliterator(), false)
            .sorted(Comparator.comparing(Part::form))
            .collect(ImmutableList.toImmutableList());
    ImmutableList<P> all = ImmutableList.<P>builder().addAll(own).addAll(found).build();
    Set<String> forms = new HashSet<>();
    for (P part : all) {
      checkArgument(
          forms.add(part.form()), "two parts are written \"%s\", as %s", part.form(), kind);
    }
    return new Parts<>(kind, all);
  }

  /**
   * Returns what may be written.
   *
   * @return the forms of all parts
   */
  public String form() {
    return all.stream().map(Part::form).collect(Collectors.joining("|"));
  }

  /**
   * Reads a text.
   *
   * @param text what follows the equals sign
   * @return the part
   * @throws IllegalArgumentException if no part is written so
   */
  public P read(String text) {
    return all.stream()
        .flatMap(part -> part.read(text).stream())
        .map(kind::cast)
        .findFirst()
        .orElseThrow(IllegalArgumentException::new);
  }
}

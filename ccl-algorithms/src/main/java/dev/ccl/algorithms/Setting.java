package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One choice that a learner leaves to its user: a key, the default (the paper's choice wherever it
 * has one), how a text becomes a value, and a sentence of documentation.
 *
 * @param <V> the type of the values; their {@code toString} is the text that {@link #parse} reads
 */
public final class Setting<V> {
  private final String key;
  private final V initial;
  private final Supplier<String> form;
  private final String documentation;
  private final Function<String, V> parser;

  private Setting(
      String key,
      V initial,
      Supplier<String> form,
      String documentation,
      Function<String, V> parser) {
    this.key = key;
    this.initial = requireNonNull(initial);
    this.form = form;
    this.documentation = documentation;
    this.parser = parser;
  }

  /**
   * Returns a setting with a parser of its own.
   *
   * @param <V> the type of the values
   * @param key the key
   * @param initial the default
   * @param form what may be written, for messages and help
   * @param documentation one sentence
   * @param parser turns a text into a value; throws IllegalArgumentException for any other text
   * @return the setting
   */
  public static <V> Setting<V> of(
      String key, V initial, String form, String documentation, Function<String, V> parser) {
    return new Setting<>(key, initial, () -> form, documentation, parser);
  }

  /**
   * Returns a choice among the constants of an enumeration, written in lower case with hyphens.
   *
   * @param <E> the enumeration, whose {@code toString} is {@link #word}
   * @param key the key
   * @param initial the default
   * @param documentation one sentence
   * @return the setting
   */
  public static <E extends Enum<E>> Setting<E> choice(String key, E initial, String documentation) {
    E[] constants = initial.getDeclaringClass().getEnumConstants();
    String form = Arrays.stream(constants).map(Setting::word).collect(Collectors.joining("|"));
    return new Setting<>(
        key,
        initial,
        () -> form,
        documentation,
        text ->
            Arrays.stream(constants)
                .filter(c -> word(c).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /**
   * Returns a choice among parts: those given and those that are found outside under their kind.
   *
   * @param <P> the kind
   * @param key the key
   * @param kind the interface of the parts
   * @param own the parts of this library, the default first; read
   * @param documentation one sentence
   * @return the setting
   */
  public static <P extends Part> Setting<P> part(
      String key, Class<P> kind, P[] own, String documentation) {
    Parts<P> parts = Parts.of(kind, Arrays.asList(own));
    return new Setting<>(key, own[0], parts::form, documentation, parts::read);
  }

  /**
   * Returns the word by which a constant is written.
   *
   * @param constant the constant of an enumeration
   * @return its name in lower case with hyphens
   */
  public static String word(Enum<?> constant) {
    return Part.word(constant);
  }

  /**
   * Returns a whole number.
   *
   * @param key the key
   * @param initial the default
   * @param least the least value allowed
   * @param documentation one sentence
   * @return the setting
   */
  public static Setting<Long> count(String key, long initial, long least, String documentation) {
    return new Setting<>(
        key,
        initial,
        () -> "a whole number of at least " + least,
        documentation,
        text -> {
          long value = Long.parseLong(text);
          checkArgument(value >= least);
          return value;
        });
  }

  /** {@return the key; the word before the equals sign} */
  public String key() {
    return key;
  }

  /** {@return the default; the value where nothing is said} */
  public V initial() {
    return initial;
  }

  /**
   * Returns what may be written.
   *
   * @return a short description of the texts that {@link #parse} reads
   */
  public String form() {
    return form.get();
  }

  /** {@return what the setting is for, one sentence} */
  public String documentation() {
    return documentation;
  }

  /**
   * Reads a value.
   *
   * @param text what follows the equals sign
   * @return the value
   * @throws IllegalArgumentException if the text is not of the setting's form
   */
  public V parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format("setting %s: \"%s\" is not %s", key, text, form.get()), e);
    }
  }

  @Override
  public String toString() {
    return key;
  }
}

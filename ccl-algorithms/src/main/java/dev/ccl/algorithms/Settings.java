package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.List;
import java.util.stream.Collectors;

/** The values of a learner's settings: an immutable value that knows its own keys. */
public final class Settings {
  private final ImmutableMap<Setting<?>, Object> values;

  private Settings(ImmutableMap<Setting<?>, Object> values) {
    this.values = values;
  }

  /**
   * Returns the defaults.
   *
   * @param settings what can be set, in the order in which it is shown
   * @return all settings at their defaults
   */
  public static Settings of(List<Setting<?>> settings) {
    return new Settings(Maps.toMap(settings, Setting::initial));
  }

  /** {@return what can be set; the settings in the order in which they are shown} */
  public ImmutableList<Setting<?>> all() {
    return values.keySet().asList();
  }

  /**
   * Returns a value.
   *
   * @param <V> its type
   * @param setting one of {@link #all}
   * @return the value
   */
  @SuppressWarnings("unchecked") // only with(Setting, V) and parse put values in
  public <V> V get(Setting<V> setting) {
    Object value = values.get(setting);
    checkArgument(value != null, "there is no setting %s here", setting.key());
    return (V) value;
  }

  /**
   * Returns a copy with another value.
   *
   * @param <V> its type
   * @param setting one of {@link #all}
   * @param value the value
   * @return the copy
   */
  public <V> Settings with(Setting<V> setting, V value) {
    return replaced(setting, value);
  }

  /**
   * Returns a copy with another value, given as text.
   *
   * @param key the key of one of {@link #all}
   * @param text its new value
   * @return the copy
   * @throws IllegalArgumentException if there is no such key or the text is not a value of it
   */
  public Settings with(String key, String text) {
    for (Setting<?> setting : values.keySet()) {
      if (setting.key().equals(key)) {
        return replaced(setting, setting.parse(text));
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "there is no setting \"%s\"; the settings are %s",
            key, all().stream().map(Setting::key).collect(Collectors.joining(", "))));
  }

  /**
   * Returns the settings as texts.
   *
   * @return for each key the text that {@link #with(String, String)} reads, in order
   */
  public ImmutableMap<String, String> texts() {
    ImmutableMap.Builder<String, String> texts = ImmutableMap.builder();
    values.forEach((setting, value) -> texts.put(setting.key(), value.toString()));
    return texts.buildOrThrow();
  }

  private Settings replaced(Setting<?> setting, Object value) {
    checkArgument(values.containsKey(setting), "there is no setting %s here", setting.key());
    ImmutableMap.Builder<Setting<?>, Object> copy = ImmutableMap.builder();
    values.forEach((s, v) -> copy.put(s, s.equals(setting) ? value : v));
    return new Settings(copy.buildOrThrow());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings && ((Settings) other).values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return texts().toString();
  }
}

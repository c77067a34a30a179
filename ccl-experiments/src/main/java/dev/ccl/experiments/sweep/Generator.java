package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * An instance that is made from parameters instead of read from a file. The names are those of
 * {@code ccl instance}: the same parameters give the same bytes there and here.
 */
public final class Generator {
  /** The parameter of random instances that is no axis of its own: results are pooled over it. */
  static final String INSTANCE_SEED = "instance-seed";

  private static final long MOST_FEATURES = 20_000_000;
  private static final int LONGEST_NAME = 120; // letters of a file's name

  /** What a generator is: its parameters with their defaults, its size and what it makes. */
  private record Kind(
      ImmutableMap<String, String> defaults,
      Function<Generator, Double> features,
      Function<Generator, Instance> make) {}

  private static final ImmutableMap<String, Kind> KINDS =
      ImmutableMap.of(
          "separation",
          new Kind(
              ImmutableMap.of("d", "4", "D", "", "lambda", "1", "alpha", "0.5"),
              Generator::separationFeatures,
              g ->
                  SeparationInstance.of(g.whole("d"), g.bigD(), g.real("lambda"), g.real("alpha"))),
          "random",
          new Kind(randomDefaults(), g -> g.randomSpec().features(), Generator::random),
          "demo",
          new Kind(ImmutableMap.of(), g -> 0.0, g -> DemoInstance.of()),
          "broken",
          new Kind(
              ImmutableMap.of("kind", "not-realizable"),
              g -> 0.0,
              g -> g.word(BrokenInstance.class, "kind").instance()));

  private final String name;
  private final ImmutableMap<String, String> given;

  private Generator(String name, ImmutableMap<String, String> given) {
    this.name = name;
    this.given = given;
  }

  /**
   * Finds a generator.
   *
   * @param name its name
   * @return the generator with its defaults
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Generator named(String name) {
    checkArgument(
        KINDS.containsKey(name),
        "there is no generator \"%s\"; the generators are %s",
        name,
        Joiner.on(", ").join(KINDS.keySet()));
    return new Generator(name, ImmutableMap.of());
  }

  /** {@return the names of the parameters: names with defaults} */
  public ImmutableMap<String, String> parameters() {
    return KINDS.get(name).defaults();
  }

  /**
   * Sets a parameter.
   *
   * @param key its name
   * @param value its value as text
   * @return a changed copy
   * @throws IllegalArgumentException if there is none of this name
   */
  public Generator with(String key, String value) {
    checkArgument(
        parameters().containsKey(key),
        "generator %s has no parameter \"%s\"; the parameters are %s",
        name,
        key,
        Joiner.on(", ").join(parameters().keySet()));
    Map<String, String> more = new LinkedHashMap<>(given);
    more.put(key, value);
    return new Generator(name, ImmutableMap.copyOf(more));
  }

  /**
   * Returns what was set, in the order of setting.
   *
   * @return parameters with values; the seed of a random instance is called {@code instance-seed},
   *     since runs have seeds of their own
   */
  public ImmutableMap<String, String> given() {
    ImmutableMap.Builder<String, String> named = ImmutableMap.builder();
    given.forEach((key, value) -> named.put(key.equals("seed") ? INSTANCE_SEED : key, value));
    return named.buildOrThrow();
  }

  /**
   * Returns a name for the file of the instance.
   *
   * @return such as {@code separation-lambda2-alpha0.7.json}; a long one is cut and has a digest
   */
  public String fileName() {
    StringBuilder text = new StringBuilder(name);
    given.forEach((key, value) -> text.append('-').append(key).append(value));
    String whole = text.toString().replaceAll("[^A-Za-z0-9.+-]", "_");
    if (whole.length() <= LONGEST_NAME) {
      return whole + ".json";
    }
    HashCode rest = Hashing.sha256().hashString(text, StandardCharsets.UTF_8);
    return whole.substring(0, LONGEST_NAME) + "-" + rest.toString().substring(0, 12) + ".json";
  }

  /**
   * Makes the instance.
   *
   * @return the instance
   * @throws IllegalArgumentException if a parameter breaks a rule, or the instance would be huge
   */
  public Instance instance() {
    double features = KINDS.get(name).features().apply(this);
    checkArgument(
        !(features > MOST_FEATURES),
        "generator %s would make %s numbers of features, more than %s: ask for a smaller"
            + " instance",
        name,
        String.format(Locale.ROOT, "%.0f", features),
        MOST_FEATURES);
    return KINDS.get(name).make().apply(this);
  }

  private double separationFeatures() {
    return SeparationInstance.features(whole("d"), bigD());
  }

  private int bigD() {
    return text("D").isEmpty() ? whole("d") + 1 : whole("D");
  }

  private static ImmutableMap<String, String> randomDefaults() {
    return ImmutableMap.<String, String>builder()
        .put("seed", "1")
        .put("horizon", "3")
        .put("letters", "2")
        .put("source", "2")
        .put("target", "2")
        .put("shared", "0")
        .put("repeated", "0")
        .put("D", "3")
        .put("d", "2")
        .put("lambda", "1")
        .put("bound", "2")
        .put("set", "ball")
        .put("teacher-distance", "0.6")
        .put("initial-norm", "0")
        .put("geometry", "cube")
        .put("feasibility", "eos-padded")
        .put("construction", "rewards-first")
        .put("precision", "double")
        .buildOrThrow();
  }

  private RandomSpec randomSpec() {
    return RandomSpec.SMALL
        .withHorizon(whole("horizon"))
        .withLetters(whole("letters"))
        .withPrompts(whole("source"), whole("target"))
        .withShared(whole("shared"))
        .withRepeated(whole("repeated"))
        .withDimensions(whole("D"), whole("d"))
        .withLambda(real("lambda"))
        .withBound(real("bound"))
        .withSetShape(word(RandomSpec.SetShape.class, "set"))
        .withTeacherDistance(real("teacher-distance"))
        .withInitialNorm(real("initial-norm"))
        .withGeometry(word(RandomSpec.Geometry.class, "geometry"))
        .withFeasibility(word(Feasibility.class, "feasibility"))
        .withConstruction(word(RandomSpec.Construction.class, "construction"))
        .withPrecision(word(RandomSpec.Precision.class, "precision"));
  }

  private Instance random() {
    Long seed = Longs.tryParse(text("seed"));
    checkArgument(seed != null, "seed: \"%s\" is not a whole number", text("seed"));
    return RandomInstance.of(randomSpec(), seed).instance();
  }

  private String text(String key) {
    return given.getOrDefault(key, parameters().get(key));
  }

  private int whole(String key) {
    Integer value = Ints.tryParse(text(key));
    checkArgument(value != null, "%s: \"%s\" is not a whole number", key, text(key));
    return value;
  }

  private double real(String key) {
    Double value = Doubles.tryParse(text(key));
    checkArgument(value != null, "%s: \"%s\" is no number", key, text(key));
    return value;
  }

  private <E extends Enum<E>> E word(Class<E> type, String key) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    return constants.stream()
        .filter(constant -> word(constant).equals(text(key)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "%s: \"%s\" is none of %s",
                        key,
                        text(key),
                        Joiner.on(", ").join(constants.stream().map(Generator::word).toList()))));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.growing.StateCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The journal of a run in a directory: one readable file per seed, replaced atomically, which holds
 * the run's identity, the state, the record and a checksum of them. A process that dies at any
 * moment leaves files from which the same run goes on to the same bits; a file that was cut or
 * edited is refused.
 */
public final class Checkpoints implements Journal {
  private static final String FORMAT = "ccl-checkpoint/1";
  private static final String REMEDY = "; delete it to start this seed again";

  private final Path directory;
  private final RunIdentity identity;
  private final Cadence cadence;

  private Checkpoints(Path directory, RunIdentity identity, Cadence cadence) {
    this.directory = directory;
    this.identity = identity;
    this.cadence = cadence;
  }

  /**
   * Returns the journal in a directory.
   *
   * @param directory an existing directory, of which no other process makes use
   * @param identity the identity of the run; files of another are refused
   * @param cadence how often a replicate in progress is kept
   * @return the journal
   */
  public static Checkpoints in(Path directory, RunIdentity identity, Cadence cadence) {
    return new Checkpoints(directory, identity, cadence);
  }

  /**
   * Returns the file of a seed.
   *
   * @param seed the seed
   * @return its path, whether it exists or not
   */
  Path file(long seed) {
    return directory.resolve("seed" + seed + ".json");
  }

  @Override
  public Cadence cadence() {
    return cadence;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the file is damaged or belongs to another run
   */
  @Override
  public Optional<Replicate> find(long seed) {
    Path file = file(seed);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return Optional.of(replicate(file, read(file), identity, seed));
  }

  /**
   * Returns a replicate as a checkpoint, which is how it travels and how it is kept.
   *
   * @param identity the identity of its run
   * @param replicate in progress or at its last round
   * @return the bytes of a file
   */
  public static byte[] bytes(RunIdentity identity, Replicate replicate) {
    return JsonFile.sealed(json -> write(identity, replicate, json));
  }

  /**
   * Returns the replicate of a checkpoint.
   *
   * @param place where it comes from
   * @param bytes the bytes of a file
   * @param identity the identity of the run that it shall belong to
   * @param seed the seed that it shall be of
   * @return the replicate
   * @throws IllegalArgumentException if the bytes are damaged or belong to another run
   */
  public static Replicate replicate(Object place, byte[] bytes, RunIdentity identity, long seed) {
    JsonNode json = JsonFile.readSealed(place, new String(bytes, StandardCharsets.UTF_8));
    return replicate(place, json, identity, seed);
  }

  private static Replicate replicate(Object place, JsonNode json, RunIdentity identity, long seed) {
    checkArgument(
        json.path("format").asText().equals(FORMAT),
        "%s is not a checkpoint of format %s%s",
        place,
        FORMAT,
        REMEDY);
    identity.requireSame(place, RunIdentity.of(map(json.path("identity"), JsonNode::asText)));
    try {
      checkArgument(field(json, "seed").longValue() == seed, "its seed is not %s", seed);
      return replicate(seed, json);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          String.format("%s is damaged: %s%s", place, e.getMessage(), REMEDY), e);
    }
  }

  @Override
  public void keep(Replicate replicate) {
    try {
      JsonFile.writeSealed(file(replicate.seed()), json -> write(identity, replicate, json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(RunIdentity identity, Replicate replicate, JsonGenerator json)
      throws IOException {
    LearnerState state = replicate.state();
    json.writeStringField("format", FORMAT);
    json.writeObjectFieldStart("identity");
    for (Map.Entry<String, String> entry : identity.entries().entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("seed", state.seed());
    write(Snapshot.of(state), json);
    json.writeObjectFieldStart("extras");
    for (Map.Entry<String, ImmutableDoubleArray> extra : state.extras().entrySet()) {
      JsonFile.vector(json, extra.getKey(), extra.getValue());
    }
    json.writeEndObject();
    if (!replicate.stateCounts().equals(StateCounts.NONE)) {
      json.writeObjectFieldStart("growth");
      for (Map.Entry<String, Long> entry : replicate.stateCounts().entries().entrySet()) {
        json.writeNumberField(entry.getKey(), entry.getValue());
      }
      json.writeEndObject();
    }
    json.writeArrayFieldStart("record");
    for (Snapshot snapshot : replicate.record()) {
      json.writeStartObject();
      write(snapshot, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(Snapshot snapshot, JsonGenerator json) throws IOException {
    json.writeNumberField("round", snapshot.round());
    JsonFile.vector(json, "w", snapshot.calibration());
    JsonFile.vector(json, "theta", snapshot.student());
    json.writeObjectFieldStart("ledger");
    for (Map.Entry<String, BigInteger> entry : snapshot.ledger().entries().entrySet()) {
      json.writeFieldName(entry.getKey());
      json.writeNumber(entry.getValue());
    }
    json.writeEndObject();
  }

  private static Replicate replicate(long seed, JsonNode json) {
    Snapshot now = snapshot(json);
    ImmutableList.Builder<Snapshot> record = ImmutableList.builder();
    for (JsonNode element : field(json, "record")) {
      record.add(snapshot(element));
    }
    return new Replicate(
        new LearnerState(
            seed,
            now.round(),
            now.calibration(),
            now.student(),
            map(field(json, "extras"), Checkpoints::vector),
            now.ledger()),
        record.build(),
        json.has("growth")
            ? StateCounts.of(map(json.get("growth"), JsonNode::longValue))
            : StateCounts.NONE);
  }

  private static Snapshot snapshot(JsonNode json) {
    return new Snapshot(
        field(json, "round").longValue(),
        vector(field(json, "w")),
        vector(field(json, "theta")),
        Ledger.of(map(field(json, "ledger"), JsonNode::bigIntegerValue)));
  }

  private static ImmutableDoubleArray vector(JsonNode json) {
    ImmutableDoubleArray.Builder values = ImmutableDoubleArray.builder(json.size());
    for (JsonNode element : json) {
      // What is not finite is written as a string.
      values.add(
          element.isTextual() ? Double.parseDouble(element.textValue()) : element.doubleValue());
    }
    return values.build();
  }

  private static <V> ImmutableMap<String, V> map(JsonNode object, Function<JsonNode, V> value) {
    ImmutableMap.Builder<String, V> map = ImmutableMap.builder();
    object.properties().forEach(entry -> map.put(entry.getKey(), value.apply(entry.getValue())));
    return map.buildOrThrow();
  }

  private static JsonNode field(JsonNode json, String name) {
    checkArgument(json.has(name), "%s is missing", name);
    return json.get(name);
  }

  private static JsonNode read(Path file) {
    try {
      return JsonFile.readSealed(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + REMEDY, e);
    }
  }
}

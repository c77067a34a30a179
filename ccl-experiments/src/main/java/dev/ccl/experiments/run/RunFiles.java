package dev.ccl.experiments.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingOutputStream;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.algorithms.run.Replicate;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Writes what a finished run leaves: {@code rows.csv}, then {@code run.json}. */
final class RunFiles {
  private final RunPlan plan;
  private final Journal journal;
  private final RunDirectory directory;

  private RunFiles(RunPlan plan, Journal journal, RunDirectory directory) {
    this.plan = plan;
    this.journal = journal;
    this.directory = directory;
  }

  /** The rows of a seed, and its last state without the rows. */
  private record SeedRows(SeedEnd end, String text) {}

  /** What {@code run.json} says of a seed: far less than all its recorded rounds. */
  private record SeedEnd(
      long seed,
      long rounds,
      boolean stopped,
      ImmutableMap<String, BigInteger> ledger,
      ImmutableDoubleArray w,
      ImmutableDoubleArray theta) {
    static SeedEnd of(Replicate replicate) {
      LearnerState state = replicate.state();
      return new SeedEnd(
          replicate.seed(),
          state.round(),
          state.isOver(),
          replicate.ledger(),
          state.calibration(),
          state.student());
    }
  }

  static void write(RunPlan plan, Journal journal, RunDirectory directory, int threads)
      throws IOException {
    RunFiles files = new RunFiles(plan, journal, directory);
    List<SeedEnd> ends = new ArrayList<>();
    Map<String, String> digests = new LinkedHashMap<>();
    AtomicFile.write(
        directory.csv(),
        out -> {
          HashingOutputStream hashing = new HashingOutputStream(Hashing.sha256(), out);
          hashing.write(plan.table().header().getBytes(StandardCharsets.UTF_8));
          Parallel.<Long, SeedRows, IOException>forEach(
              Math.min(threads, plan.seeds()),
              plan.allSeeds(),
              files::lines,
              lines -> {
                hashing.write(lines.text().getBytes(StandardCharsets.UTF_8));
                ends.add(lines.end());
              });
          digests.put(FinishedRun.ROWS, hashing.hash().toString());
        });
    files.writeWorkers();
    JsonFile.writeSealed(directory.json(), json -> files.write(json, ends, digests));
  }

  private SeedRows lines(long seed) throws IOException {
    Replicate replicate = journal.find(seed).orElseThrow();
    Path delivered = directory.delivery(seed);
    String text =
        Files.exists(delivered)
            ? JsonFile.readSealed(delivered).path("rows").asText()
            : plan.rows(replicate);
    return new SeedRows(SeedEnd.of(replicate), text);
  }

  /** Where seeds were made by other programs or on other machines, a file tells by which. */
  private void writeWorkers() throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (long seed : plan.allSeeds()) {
      Path delivered = directory.delivery(seed);
      if (Files.exists(delivered)) {
        all.add(JsonFile.readSealed(delivered).path("made").asText());
      }
    }
    all.remove(Provenance.here());
    if (!all.isEmpty()) {
      JsonFile.write(
          directory.workers(),
          json -> {
            json.writeArrayFieldStart("workers");
            for (String made : all) {
              json.writeString(made);
            }
            json.writeEndArray();
          });
    }
  }

  private void write(JsonGenerator json, List<SeedEnd> ends, Map<String, String> digests)
      throws IOException {
    json.writeStringField("format", FinishedRun.FORMAT);
    json.writeStringField("digest", plan.digest());
    json.writeObjectFieldStart("configuration");
    plan.writeConfiguration(json);
    json.writeEndObject();
    json.writeObjectFieldStart("provenance");
    json.writeStringField("instanceDigest", plan.subject().digest());
    json.writeArrayFieldStart("seeds");
    for (SeedEnd end : ends) {
      json.writeNumber(end.seed());
    }
    json.writeEndArray();
    Provenance.write(json);
    json.writeEndObject();
    json.writeArrayFieldStart("warnings");
    for (String warning : plan.warnings()) {
      json.writeString(warning);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("files");
    for (Map.Entry<String, String> digest : digests.entrySet()) {
      json.writeStringField(digest.getKey(), digest.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("replicates");
    for (SeedEnd end : ends) {
      json.writeStartObject();
      json.writeNumberField("seed", end.seed());
      json.writeNumberField("rounds", end.rounds());
      if (end.stopped()) {
        json.writeStringField("stoppedBy", plan.certification().stop().toString());
      }
      json.writeObjectFieldStart("ledger");
      for (Map.Entry<String, BigInteger> entry : end.ledger().entrySet()) {
        json.writeFieldName(entry.getKey());
        json.writeNumber(entry.getValue());
      }
      json.writeEndObject();
      JsonFile.vector(json, "w", end.w());
      JsonFile.vector(json, "theta", end.theta());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

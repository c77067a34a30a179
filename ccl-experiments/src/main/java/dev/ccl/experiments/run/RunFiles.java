package dev.ccl.experiments.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingOutputStream;
import dev.ccl.algorithms.certificate.Watch;
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

/** Writes what a finished run leaves: {@code runs.csv}, then {@code run.json}. */
final class RunFiles {
  private final RunPlan plan;
  private final Journal journal;
  private final RunDirectory directory;

  private RunFiles(RunPlan plan, Journal journal, RunDirectory directory) {
    this.plan = plan;
    this.journal = journal;
    this.directory = directory;
  }

  /** A replicate at its end, its rows and its certificates. */
  private record SeedRows(Replicate end, String text, String bounds) {}

  static void write(RunPlan plan, Journal journal, RunDirectory directory, int threads)
      throws IOException {
    RunFiles files = new RunFiles(plan, journal, directory);
    List<Replicate> ends = new ArrayList<>();
    StringBuilder bounds = new StringBuilder();
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
                bounds.append(lines.bounds());
              });
          digests.put("runs.csv", hashing.hash().toString());
        });
    if (bounds.length() > 0) {
      digests.put(CertificateFile.NAME, CertificateFile.write(directory.path(), bounds));
    }
    files.writeWorkers();
    JsonFile.writeSealed(directory.json(), json -> files.write(json, ends, digests));
  }

  private SeedRows lines(long seed) throws IOException {
    Replicate replicate = journal.find(seed).orElseThrow();
    Path kept = directory.rows(seed);
    String text = Files.exists(kept) ? Files.readString(kept) : plan.rows(replicate);
    String bounds = CertificateFile.rows(seed, Watch.looks(replicate.state().extras()));
    return new SeedRows(replicate, text, bounds);
  }

  /** Where seeds were made by other programs or on other machines, a file tells by which. */
  private void writeWorkers() throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (long seed : plan.allSeeds()) {
      Path made = directory.made(seed);
      if (Files.exists(made)) {
        all.add(Files.readString(made));
      }
    }
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

  private void write(JsonGenerator json, List<Replicate> ends, Map<String, String> digests)
      throws IOException {
    json.writeStringField("format", "ccl-run/1");
    json.writeStringField("digest", plan.digest());
    json.writeObjectFieldStart("configuration");
    plan.writeConfiguration(json);
    json.writeEndObject();
    json.writeObjectFieldStart("provenance");
    json.writeStringField("instanceDigest", plan.subject().digest());
    json.writeArrayFieldStart("seeds");
    for (Replicate end : ends) {
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
    for (Replicate end : ends) {
      json.writeStartObject();
      json.writeNumberField("seed", end.seed());
      json.writeNumberField("rounds", end.state().round());
      if (end.state().isOver()) {
        json.writeStringField("stoppedBy", plan.learner().settings().texts().get("stop-when"));
      }
      json.writeObjectFieldStart("ledger");
      for (Map.Entry<String, BigInteger> entry : end.ledger().entrySet()) {
        json.writeFieldName(entry.getKey());
        json.writeNumber(entry.getValue());
      }
      json.writeEndObject();
      JsonFile.vector(json, "w", end.state().calibration());
      JsonFile.vector(json, "theta", end.state().student());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

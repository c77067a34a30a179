package dev.ccl.experiments.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingOutputStream;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Snapshot;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Writes what a finished run leaves: {@code runs.csv}, then {@code run.json}. */
final class RunFiles {
  private final RunPlan plan;
  private final Journal journal;

  private RunFiles(RunPlan plan, Journal journal) {
    this.plan = plan;
    this.journal = journal;
  }

  /** The last state of a replicate and its rows. */
  private record Lines(LearnerState end, String text) {}

  static void write(RunPlan plan, Journal journal, RunDirectory directory, int threads)
      throws IOException {
    RunFiles files = new RunFiles(plan, journal);
    List<LearnerState> ends = new ArrayList<>();
    String[] digest = new String[1];
    AtomicFile.write(
        directory.csv(),
        out -> {
          HashingOutputStream hashing = new HashingOutputStream(Hashing.sha256(), out);
          hashing.write(files.header().getBytes(StandardCharsets.UTF_8));
          files.evaluate(
              threads,
              lines -> {
                hashing.write(lines.text().getBytes(StandardCharsets.UTF_8));
                ends.add(lines.end());
              });
          digest[0] = hashing.hash().toString();
        });
    JsonFile.writeSealed(directory.json(), json -> files.write(json, ends, digest[0]));
  }

  private interface Sink {
    void accept(Lines lines) throws IOException;
  }

  /** Measures seeds in parallel and hands them on in order, a few at a time in memory. */
  private void evaluate(int threads, Sink sink) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, plan.seeds()));
    try {
      Deque<Future<Lines>> window = new ArrayDeque<>();
      for (int i = 0; i < plan.seeds() || !window.isEmpty(); i++) {
        if (i < plan.seeds()) {
          long seed = plan.firstSeed() + i;
          window.add(pool.submit(() -> lines(seed)));
        }
        if (window.size() > 2 * threads || i >= plan.seeds()) {
          sink.accept(get(window.remove()));
        }
      }
    } finally {
      pool.shutdown();
    }
  }

  private static Lines get(Future<Lines> lines) throws IOException {
    try {
      return lines.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("measuring a replicate: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private String header() {
    StringBuilder text = new StringBuilder("seed,round");
    for (Measure measure : Measure.values()) {
      text.append(',').append(measure.column());
    }
    for (int i = 0; i < plan.problem().calibration().set().dimension(); i++) {
      text.append(",w").append(i);
    }
    for (int i = 0; i < plan.problem().student().set().dimension(); i++) {
      text.append(",theta").append(i);
    }
    return text.append('\n').toString();
  }

  private Lines lines(long seed) {
    Replicate replicate = journal.find(seed).orElseThrow();
    StringBuilder text = new StringBuilder();
    for (Snapshot snapshot : replicate.record()) {
      text.append(seed).append(',').append(snapshot.round());
      Map<Measure, Double> measures =
          plan.subject()
              .evaluator()
              .measure(snapshot.calibration().toArray(), snapshot.student().toArray());
      for (Measure measure : Measure.values()) {
        text.append(',');
        if (measures.containsKey(measure)) {
          text.append(number(measures.get(measure)));
        }
      }
      append(text, snapshot.calibration());
      append(text, snapshot.student());
      text.append('\n');
    }
    return new Lines(replicate.state(), text.toString());
  }

  private static void append(StringBuilder text, ImmutableDoubleArray values) {
    for (int i = 0; i < values.length(); i++) {
      text.append(',').append(number(values.get(i)));
    }
  }

  /** The shortest text that reads back as the same double, on every Java. */
  static String number(double value) {
    return NumberOutput.toString(value, true);
  }

  private void write(JsonGenerator json, List<LearnerState> ends, String csvDigest)
      throws IOException {
    json.writeStringField("format", "ccl-run/1");
    json.writeStringField("digest", plan.digest());
    json.writeObjectFieldStart("configuration");
    plan.writeConfiguration(json);
    json.writeEndObject();
    json.writeObjectFieldStart("provenance");
    json.writeStringField("instanceDigest", plan.subject().digest());
    json.writeArrayFieldStart("seeds");
    for (LearnerState end : ends) {
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
    json.writeStringField("runs.csv", csvDigest);
    json.writeEndObject();
    json.writeArrayFieldStart("replicates");
    for (LearnerState end : ends) {
      json.writeStartObject();
      json.writeNumberField("seed", end.seed());
      json.writeNumberField("rounds", end.round());
      json.writeObjectFieldStart("ledger");
      for (Map.Entry<String, BigInteger> entry : end.ledger().entries().entrySet()) {
        json.writeFieldName(entry.getKey());
        json.writeNumber(entry.getValue());
      }
      json.writeEndObject();
      JsonFile.vector(json, "w", end.calibration());
      JsonFile.vector(json, "theta", end.student());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

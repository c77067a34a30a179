package dev.ccl.report.runs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.report.chart.ChartTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** What a report was made from and by: the versions, the runs and the digests of its files. */
final class Manifest {
  private final ImmutableList<Group> groups;

  Manifest(ImmutableList<Group> groups) {
    this.groups = groups;
  }

  ChartTable table() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    versions().forEach((name, version) -> rows.add(ImmutableList.of(name, version)));
    for (Group group : groups) {
      group
          .first(r -> true)
          .ifPresent(
              r ->
                  rows.add(
                      ImmutableList.of(
                          "instance " + r.fact("instance"), r.fact("instanceDigest"))));
    }
    return new ChartTable(ImmutableList.of("part", "version or SHA-256"), rows.build());
  }

  private static ImmutableMap<String, String> versions() {
    ImmutableMap.Builder<String, String> versions = ImmutableMap.builder();
    for (String name : List.of("ccl", "guava", "commons-rng", "ejml", "jackson")) {
      versions.put(name, Provenance.version(name));
    }
    versions.put("java", System.getProperty("java.version"));
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return versions.buildOrThrow();
  }

  void write(JsonGenerator json, SortedMap<String, String> digests) throws IOException {
    json.writeStringField("format", "ccl-manifest/1");
    json.writeObjectFieldStart("versions");
    for (Map.Entry<String, String> version : versions().entrySet()) {
      json.writeStringField(version.getKey(), version.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("runs");
    for (Group group : groups) {
      for (Map.Entry<String, RunRecord> entry : group.byName().entrySet()) {
        RunRecord r = entry.getValue();
        json.writeStartObject();
        json.writeStringField("name", entry.getKey());
        json.writeStringField("instance", r.fact("instance"));
        json.writeStringField("instanceDigest", r.fact("instanceDigest"));
        json.writeStringField("runDigest", r.fact("digest"));
        json.writeStringField("csvDigest", r.fact("csvDigest"));
        json.writeNumberField("firstSeed", r.seeds().get(0));
        json.writeNumberField("seeds", r.seeds().size());
        json.writeNumberField("rounds", (long) r.lastRound());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeObjectFieldStart("files");
    for (Map.Entry<String, String> digest : digests.entrySet()) {
      json.writeStringField(digest.getKey(), digest.getValue());
    }
    json.writeEndObject();
  }
}

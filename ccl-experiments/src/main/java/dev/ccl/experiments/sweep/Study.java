package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a report across cells is made from besides the runs: {@code study.json} of a sweep, with the
 * question and the coordinates of each cell.
 *
 * @param question what the cells are compared for
 * @param cells directories below that of the sweep, with the coordinates of the cell
 */
public record Study(Question question, ImmutableMap<String, Coordinates> cells) {
  private static final String NAME = "study.json";
  private static final String FORMAT = "ccl-study/1";

  /**
   * Tells whether a directory is that of a sweep with a study.
   *
   * @param directory any directory
   * @return whether {@link #read} will find it
   */
  public static boolean isIn(Path directory) {
    return Files.isRegularFile(directory.resolve(NAME));
  }

  /**
   * Returns the study of cells that may not have been run yet.
   *
   * @param question what they are compared for
   * @param cells the cells
   * @return the study
   */
  public static Study of(Question question, List<Sweep.Cell> cells) {
    ImmutableMap.Builder<String, Coordinates> places = ImmutableMap.builder();
    cells.forEach(cell -> places.put("cells/" + cell.name(), Coordinates.of(cell.plan())));
    return new Study(question, places.buildOrThrow());
  }

  /**
   * Reads a study.
   *
   * @param directory the directory of a sweep
   * @return its study
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if the file is damaged
   */
  public static Study read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    JsonNode json = JsonFile.readSealed(file);
    checkArgument(
        json.path("format").asText().equals(FORMAT), "%s is not of the format %s", file, FORMAT);
    JsonNode ask = json.path("question");
    Question question =
        new Question(
            ask.path("text").asText(),
            SweepFile.measure(ask.path("measure").asText()),
            Optional.of(ask.path("against").asText()).filter(t -> !t.isEmpty()),
            ask.has("by") ? Optional.of(list(ask.path("by"))) : Optional.empty(),
            Optional.of(ask.path("map").asText()).filter(t -> !t.isEmpty()));
    ImmutableMap.Builder<String, Coordinates> cells = ImmutableMap.builder();
    for (JsonNode cell : json.path("cells")) {
      cells.put(
          cell.path("directory").asText(),
          new Coordinates(
              texts(cell.path("chosen")),
              texts(cell.path("measured")),
              cell.path(Coordinates.LEARNER).asText(),
              texts(cell.path("settings"))));
    }
    return new Study(question, cells.buildOrThrow());
  }

  private static ImmutableList<String> list(JsonNode array) {
    ImmutableList.Builder<String> texts = ImmutableList.builder();
    array.forEach(element -> texts.add(element.asText()));
    return texts.build();
  }

  private static ImmutableMap<String, String> texts(JsonNode object) {
    ImmutableMap.Builder<String, String> texts = ImmutableMap.builder();
    object.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts.buildOrThrow();
  }

  static void write(Path directory, Question question, List<Sweep.Cell> cells) throws IOException {
    Study study = of(question, cells);
    JsonFile.writeSealed(directory.resolve(NAME), study::write);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStringField("format", FORMAT);
    json.writeObjectFieldStart("question");
    json.writeStringField("text", question.text());
    json.writeStringField("measure", question.measure().column());
    if (question.against().isPresent()) {
      json.writeStringField("against", question.against().get());
    }
    if (question.by().isPresent()) {
      json.writeArrayFieldStart("by");
      for (String key : question.by().get()) {
        json.writeString(key);
      }
      json.writeEndArray();
    }
    if (question.map().isPresent()) {
      json.writeStringField("map", question.map().get());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("cells");
    for (Map.Entry<String, Coordinates> cell : cells.entrySet()) {
      json.writeStartObject();
      json.writeStringField("directory", cell.getKey());
      write(json, "chosen", cell.getValue().chosen());
      write(json, "measured", cell.getValue().measured());
      json.writeStringField(Coordinates.LEARNER, cell.getValue().learner());
      write(json, "settings", cell.getValue().settings());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String name, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }
}

package dev.ccl.lm.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A user's task: a file of JSON lines, one question each, with the keys {@code id}, {@code text}
 * and if wanted {@code type}, {@code kind} (else the type), {@code group}, {@code opening} and
 * {@code facts} (an object of strings). The shifts are all pairs of types, the changed mixtures of
 * two types, and halves of all.
 */
public final class TaskFile {
  private static final ObjectReader JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .reader();
  private static final ImmutableSet<String> KEYS =
      ImmutableSet.of("id", "type", "kind", "group", "text", "opening", "facts");

  private TaskFile() {}

  /**
   * Reads a task.
   *
   * @param file the questions
   * @param grammar what an answer may be made of
   * @param verifier the reward of an answer
   * @return the task, named like the file
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if a line breaks a rule; the message names the line
   */
  public static Task read(Path file, AnswerGrammar grammar, Verifier verifier) throws IOException {
    List<Question> questions = new ArrayList<>();
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        try {
          questions.add(question(JSON.readTree(lines.get(i))));
        } catch (JsonProcessingException e) {
          throw refusal(file, i, "no JSON: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
          throw refusal(file, i, e.getMessage());
        }
      }
    }
    if (questions.isEmpty()) {
      throw new IllegalArgumentException(file + ": no question");
    }
    String name = String.valueOf(file.getFileName()).replaceAll("\\.[^.]*$", "");
    return Task.of(name, questions, grammar, verifier, shifts(questions));
  }

  /**
   * Makes a verifier of a Java class.
   *
   * @param className a class with a public constructor without arguments that implements {@link
   *     Verifier}
   * @return the verifier
   * @throws IllegalArgumentException if there is no such class or it is no verifier
   */
  public static Verifier verifier(String className) {
    try {
      Object made =
          Class.forName(className, true, Thread.currentThread().getContextClassLoader())
              .getConstructor()
              .newInstance();
      if (made instanceof Verifier) {
        return (Verifier) made;
      }
      throw new IllegalArgumentException(
          "class " + className + " does not implement " + Verifier.class.getName());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException(
          "class " + className + " cannot be made a verifier: " + e.getClass().getSimpleName());
    }
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + ": not in UTF-8");
    }
  }

  private static Question question(JsonNode line) {
    if (line == null || !line.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    line.fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw new IllegalArgumentException(
                    "unknown key \"" + key + "\"; the keys are " + KEYS);
              }
            });
    String id = text(line, "id", null);
    String type = text(line, "type", "all");
    return new Question(
        id,
        type,
        text(line, "kind", type),
        text(line, "group", id),
        text(line, "text", null),
        text(line, "opening", ""),
        facts(line.get("facts")));
  }

  private static String text(JsonNode line, String key, String otherwise) {
    JsonNode value = line.get(key);
    if (value == null && otherwise != null) {
      return otherwise;
    }
    if (value == null || !value.isTextual()) {
      throw new IllegalArgumentException(
          "key \"" + key + "\" " + (value == null ? "is missing" : "is no string"));
    }
    return value.textValue();
  }

  private static ImmutableMap<String, String> facts(JsonNode node) {
    ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
    if (node != null) {
      if (!node.isObject()) {
        throw new IllegalArgumentException("key \"facts\" is no object");
      }
      for (Map.Entry<String, JsonNode> fact : node.properties()) {
        if (!fact.getValue().isTextual()) {
          throw new IllegalArgumentException("fact \"" + fact.getKey() + "\" is no string");
        }
        facts.put(fact.getKey(), fact.getValue().textValue());
      }
    }
    return facts.buildOrThrow();
  }

  private static List<Shift> shifts(List<Question> questions) {
    Set<String> types = new LinkedHashSet<>();
    questions.forEach(q -> types.add(q.type()));
    List<Shift> shifts = new ArrayList<>();
    shifts.add(Shift.between("halves", types, types));
    List<String> list = new ArrayList<>(types);
    for (int i = 0; i < list.size(); i++) {
      for (int k = i + 1; k < list.size(); k++) {
        String pair = list.get(i) + "-" + list.get(k);
        shifts.add(Shift.mixture("mixture-" + pair, list.get(i), list.get(k)));
        shifts.add(Shift.between("disjoint-" + pair, List.of(list.get(i)), List.of(list.get(k))));
      }
    }
    return shifts;
  }

  private static IllegalArgumentException refusal(Path file, int line, String why) {
    return new IllegalArgumentException(file + ", line " + (line + 1) + ": " + why);
  }
}

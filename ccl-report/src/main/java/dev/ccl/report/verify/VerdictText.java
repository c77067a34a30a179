package dev.ccl.report.verify;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The verdicts on one instance as a text that can travel and be kept. What is read is equal to what
 * was written: numbers are spelled so that they come back to the bit, also those that JSON has no
 * word for.
 */
final class VerdictText {
  private static final JsonMapper MAPPER = new JsonMapper();

  private VerdictText() {}

  static String of(List<Verdict> verdicts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Verdict verdict : verdicts) {
      ObjectNode node = array.addObject();
      node.put("claim", verdict.claim().id());
      node.put("instances", verdict.instances());
      node.put("cases", verdict.cases());
      node.put("statements", verdict.statements());
      node.put("bounds", verdict.bounds());
      node.put("undecided", verdict.undecided());
      node.put("falseAlarms", Double.toString(verdict.falseAlarms()));
      node.put("where", verdict.where());
      verdict.worst().ifPresent(worst -> write(worst, node.putObject("worst")));
      verdict.counterexample().ifPresent(found -> write(found, node.putObject("counterexample")));
      ArrayNode unmet = node.putArray("unmet");
      verdict.unmet().forEach(need -> unmet.add(need.name()));
    }
    try {
      return MAPPER.writeValueAsString(array);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Evidence evidence, ObjectNode node) {
    node.put("where", evidence.where());
    node.put("left", Double.toString(evidence.left()));
    node.put("relation", evidence.relation().name());
    node.put("right", Double.toString(evidence.right()));
    node.put("tolerance", Double.toString(evidence.tolerance().amount()));
    node.put("level", Double.toString(evidence.tolerance().level()));
    node.put("reason", evidence.tolerance().reason());
  }

  private static void write(Counterexample found, ObjectNode node) {
    node.put("place", found.place().name());
    node.put("seed", found.seed());
    node.put("effort", found.search().effort().name());
    node.put("moves", found.search().moves());
    write(found.evidence(), node.putObject("evidence"));
  }

  /**
   * Reads what {@link #of} wrote.
   *
   * @param text the text
   * @param instance the instance that the verdicts are about, which the text does not repeat
   * @throws IllegalArgumentException if it is no such text
   */
  static ImmutableList<Verdict> read(String text, Instance instance) {
    ImmutableList.Builder<Verdict> verdicts = ImmutableList.builder();
    for (JsonNode node : parsed(text)) {
      ImmutableSet.Builder<Requirement> unmet = ImmutableSet.builder();
      node.path("unmet").forEach(need -> unmet.add(Requirement.valueOf(need.textValue())));
      verdicts.add(
          new Verdict(
              Claims.named(word(node, "claim")),
              node.path("instances").intValue(),
              node.path("cases").intValue(),
              node.path("statements").longValue(),
              node.path("bounds").longValue(),
              node.path("undecided").longValue(),
              number(node, "falseAlarms"),
              Optional.ofNullable(node.get("worst")).map(VerdictText::evidence),
              word(node, "where"),
              Optional.ofNullable(node.get("counterexample"))
                  .map(found -> counterexample(found, instance)),
              unmet.build()));
    }
    return verdicts.build();
  }

  private static JsonNode parsed(String text) {
    try {
      JsonNode array = MAPPER.readTree(text);
      checkArgument(array.isArray(), "no list of verdicts");
      return array;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no list of verdicts", e);
    }
  }

  private static Evidence evidence(JsonNode node) {
    return new Evidence(
        word(node, "where"),
        number(node, "left"),
        Evidence.Relation.valueOf(word(node, "relation")),
        number(node, "right"),
        Tolerance.of(number(node, "tolerance"), number(node, "level"), word(node, "reason")));
  }

  private static Counterexample counterexample(JsonNode node, Instance instance) {
    return new Counterexample(
        instance,
        Place.valueOf(word(node, "place")),
        node.path("seed").longValue(),
        new Counterexample.Search(
            Effort.valueOf(word(node, "effort")), node.path("moves").intValue()),
        evidence(node.path("evidence")));
  }

  private static double number(JsonNode node, String key) {
    return Double.parseDouble(word(node, key));
  }

  private static String word(JsonNode node, String key) {
    checkArgument(node.path(key).isTextual(), "a verdict without %s", key);
    return node.get(key).textValue();
  }
}

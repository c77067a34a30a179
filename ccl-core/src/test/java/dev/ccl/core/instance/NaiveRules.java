package dev.ccl.core.instance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules of the format once more, in the order of its table: slow, plain, without messages. */
final class NaiveRules {
  private static final double TOLERANCE = 1e-9;

  private final JsonNode document;
  private final List<String> words = new ArrayList<>();

  private NaiveRules(JsonNode document) {
    this.document = document;
  }

  /** Tells whether a document whose values are of the right kinds keeps every rule. */
  static boolean areKept(JsonNode document) {
    return new NaiveRules(document).document();
  }

  private boolean document() {
    if (!hasFields(
        document,
        "format lambda bound horizon vocabulary eos pad feasibility calibration student source"
            + " target prompts",
        "name")) {
      return false;
    }
    document.get("vocabulary").forEach(word -> words.add(word.asText()));
    return text("format").equals("ccl-instance/1")
        && number("lambda") > 0
        && number("bound") > 0
        && document.get("horizon").isIntegralNumber()
        && horizon() >= 1
        && new HashSet<>(words).size() == words.size()
        && words.contains(text("eos"))
        && words.contains(text("pad"))
        && !text("eos").equals(text("pad"))
        && List.of("eos-padded", "explicit").contains(text("feasibility"))
        && calibration(document.get("calibration"))
        && student(document.get("student"))
        && lists();
  }

  private String text(String field) {
    return document.get(field).asText();
  }

  private double number(String field) {
    return document.get(field).asDouble();
  }

  private int horizon() {
    return document.get("horizon").asInt();
  }

  private boolean isPadded() {
    return text("feasibility").equals("eos-padded");
  }

  private static boolean hasFields(JsonNode node, String required, String optional) {
    Set<String> names = new HashSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names.containsAll(List.of(required.split(" ")))
        && List.of((required + " " + optional).split(" ")).containsAll(names);
  }

  private static double norm(JsonNode vector) {
    double sum = 0;
    for (JsonNode x : vector) {
      sum += x.asDouble() * x.asDouble();
    }
    return Math.sqrt(sum);
  }

  private boolean calibration(JsonNode node) {
    if (!hasFields(node, "dimension teacher set", "dimension")) {
      return false;
    }
    JsonNode set = node.get("set");
    JsonNode teacher = node.get("teacher");
    int dimension = node.get("dimension").asInt();
    if (!isDimension(node) || teacher.size() != dimension || !set.has("type")) {
      return false;
    }
    if (set.get("type").asText().equals("ball")) {
      double radius = set.has("radius") ? set.get("radius").asDouble() : number("bound");
      return hasFields(set, "type", "radius")
          && radius >= 0
          && radius <= number("bound") + TOLERANCE
          && norm(teacher) <= radius + TOLERANCE;
    }
    JsonNode lower = set.get("lower");
    JsonNode upper = set.get("upper");
    boolean box =
        set.get("type").asText().equals("box")
            && hasFields(set, "type lower upper", "type")
            && lower.size() == dimension
            && upper.size() == dimension;
    double corner = 0;
    for (int i = 0; box && i < dimension; i++) {
      double low = lower.get(i).asDouble();
      double high = upper.get(i).asDouble();
      double w = teacher.get(i).asDouble();
      box = low <= high && w >= low - TOLERANCE && w <= high + TOLERANCE;
      corner += Math.max(low * low, high * high);
    }
    return box && Math.sqrt(corner) <= number("bound") + TOLERANCE;
  }

  private static boolean isDimension(JsonNode node) {
    JsonNode dimension = node.get("dimension");
    return dimension.isIntegralNumber() && dimension.asInt() >= 1;
  }

  private boolean student(JsonNode node) {
    JsonNode initial = node.path("initial");
    return hasFields(node, "dimension", "initial")
        && isDimension(node)
        && (initial.isMissingNode()
            || (initial.size() == node.get("dimension").asInt()
                && norm(initial) <= number("bound") + TOLERANCE));
  }

  private boolean lists() {
    Set<String> ids = new HashSet<>();
    Set<String> source = new HashSet<>();
    document.get("source").forEach(id -> source.add(id.asText()));
    boolean fine = !source.isEmpty() && !document.get("target").isEmpty();
    for (JsonNode prompt : document.get("prompts")) {
      fine &= hasFields(prompt, "id states", "text kind group rewards");
      fine = fine && ids.add(prompt.get("id").asText());
      fine = fine && prompt(prompt, source.contains(prompt.get("id").asText()));
    }
    for (JsonNode id : document.get("target")) {
      fine &= ids.contains(id.asText());
    }
    return fine && ids.containsAll(source);
  }

  private static List<String> list(JsonNode node) {
    List<String> list = new ArrayList<>();
    node.forEach(element -> list.add(element.asText()));
    return list;
  }

  private boolean prompt(JsonNode prompt, boolean source) {
    Map<List<String>, JsonNode> states = new HashMap<>();
    for (JsonNode state : prompt.get("states")) {
      if (!hasFields(state, "prefix tokens", "prefix")
          || states.put(list(state.get("prefix")), state.get("tokens")) != null) {
        return false;
      }
    }
    Set<List<String>> answers = new HashSet<>();
    boolean fine = visit(new ArrayList<>(), states, answers);
    JsonNode rewards = prompt.path("rewards");
    Set<List<String>> rewarded = new HashSet<>();
    for (JsonNode reward : rewards) {
      fine =
          fine
              && hasFields(reward, "answer reward", "answer")
              && answers.contains(list(reward.get("answer")))
              && rewarded.add(list(reward.get("answer")))
              && reward.get("reward").asDouble() >= 0
              && reward.get("reward").asDouble() <= 1;
    }
    boolean enough = rewarded.equals(answers) || (rewards.isEmpty() && !source);
    return fine && enough && states.isEmpty(); // those that were visited are taken out
  }

  /** Collects the answers behind a prefix and takes the states on the way out of the map. */
  private boolean visit(
      List<String> prefix, Map<List<String>, JsonNode> states, Set<List<String>> answers) {
    if (prefix.size() == horizon()) {
      answers.add(List.copyOf(prefix));
      return true;
    }
    boolean ended = isPadded() && prefix.contains(text("eos"));
    JsonNode tokens = states.remove(prefix);
    if (tokens == null && !ended) {
      return false;
    }
    List<String> legal = new ArrayList<>();
    double sum = 0;
    for (int k = 0; tokens != null && k < tokens.size(); k++) {
      if (!token(tokens.get(k), ended)) {
        return false;
      }
      legal.add(tokens.get(k).get("token").asText());
      sum += tokens.get(k).get("pre").asDouble();
    }
    Set<String> every = new HashSet<>(legal);
    if (tokens != null && (Math.abs(sum - 1) > TOLERANCE || every.size() < legal.size())) {
      return false;
    }
    if (tokens == null) {
      every.add(text("pad"));
    }
    Set<String> wanted = new HashSet<>(ended ? Set.of(text("pad")) : Set.copyOf(words));
    if (!ended) {
      wanted.remove(text("pad"));
    }
    boolean fine = isPadded() ? every.equals(wanted) : words.containsAll(every);
    for (String token : every) {
      prefix.add(token);
      fine = fine && visit(prefix, states, answers);
      prefix.remove(prefix.size() - 1);
    }
    return fine;
  }

  private boolean token(JsonNode token, boolean ended) {
    if (!hasFields(token, "token phi phiStu pre", "token")) {
      return false;
    }
    double most = ended ? 0 : 1 + TOLERANCE;
    return token.get("phi").size() == document.get("calibration").get("dimension").asInt()
        && token.get("phiStu").size() == document.get("student").get("dimension").asInt()
        && norm(token.get("phi")) <= most
        && norm(token.get("phiStu")) <= most
        && token.get("pre").asDouble() > 0;
  }
}

package dev.ccl.cli;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.run.Learners;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The learners and their settings in the words that they bring along, for a terminal and a page.
 */
final class SettingsText {
  private static final int WIDTH = 96;
  private static final String INDENT = "      ";

  private SettingsText() {}

  /** The learners, each with what makes it differ from the first of its family. */
  static String learners() {
    StringBuilder text = new StringBuilder();
    for (Learner learner : Learners.all()) {
      text.append(learner.name()).append(System.lineSeparator());
      text.append(wrapped(difference(learner)));
    }
    return text.toString();
  }

  /** The settings of a learner with default, values and meaning. */
  static String settings(Learner learner) {
    StringBuilder text = new StringBuilder();
    text.append(String.format("The settings of %s, for --set KEY=VALUE%n", learner.name()));
    Map<String, String> values = learner.settings().texts();
    for (Setting<?> setting : learner.settings().all()) {
      text.append(String.format("%n  %s=%s%n", setting.key(), values.get(setting.key())));
      text.append(wrapped(setting.documentation()));
      text.append(wrapped("Values: " + setting.form().replace("|", ", ")));
    }
    return text.toString();
  }

  /** All settings as a table of a page, one row per setting. */
  static String page() {
    Map<String, Setting<?>> settings = new LinkedHashMap<>();
    Map<String, List<String>> having = new LinkedHashMap<>();
    for (Learner learner : Learners.all()) {
      for (Setting<?> setting : learner.settings().all()) {
        settings.putIfAbsent(setting.key(), setting);
        having.computeIfAbsent(setting.key(), k -> new ArrayList<>()).add(learner.name());
      }
    }
    StringBuilder text = new StringBuilder("| learner | what it is |\n| --- | --- |\n");
    for (Learner learner : Learners.all()) {
      text.append(String.format("| `%s` | %s |%n", learner.name(), cell(difference(learner))));
    }
    text.append("\n| setting | default | values | what it is for | learners |\n");
    text.append("| --- | --- | --- | --- | --- |\n");
    settings.forEach(
        (key, setting) ->
            text.append(
                String.format(
                    "| `%s` | `%s` | %s | %s | %s |%n",
                    key,
                    setting.initial(),
                    cell(setting.form().replace("|", ", ")),
                    cell(setting.documentation()),
                    names(having.get(key)))));
    return text.toString();
  }

  private static String names(List<String> having) {
    return having.size() == Learners.all().size() ? "all" : String.join(", ", having);
  }

  /** The settings in which a learner differs from the first one that has the same settings. */
  private static String difference(Learner learner) {
    Learner first =
        Learners.all().stream()
            .filter(other -> other.settings().all().equals(learner.settings().all()))
            .findFirst()
            .orElseThrow();
    String keys =
        learner.settings().all().stream().map(Setting::key).collect(Collectors.joining(", "));
    if (first.name().equals(learner.name())) {
      return "settings: " + (keys.isEmpty() ? "none" : keys);
    }
    Map<String, String> usual = first.settings().texts();
    String changed =
        learner.settings().texts().entrySet().stream()
            .filter(entry -> !entry.getValue().equals(usual.get(entry.getKey())))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", "));
    return changed.isEmpty() ? "settings as " + first.name() : first.name() + " with " + changed;
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(INDENT);
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() + 1 > WIDTH && line.length() > INDENT.length()) {
        lines.append(line.toString().stripTrailing()).append(System.lineSeparator());
        line = new StringBuilder(INDENT);
      }
      line.append(word).append(' ');
    }
    return lines.append(line.toString().stripTrailing()).append(System.lineSeparator()).toString();
  }
}

package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.math.BigIntegerMath;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Ids, kinds and groups of prompts say nothing of the right answer that the text does not say.
 *
 * <p>A learner sees a label of half of the prompts with their right answers, takes for each value
 * of the label the majority among the prompts whose texts differ in numbers or quoted words only,
 * and guesses the other half. Where the label says nothing, the guesses hit a random subset, so
 * that the hits of each value are hypergeometric.
 */
class PromptLabelsTest {
  /** The probability of an alarm where one value of one label says nothing. */
  private static final double LEVEL = 1e-13;

  private static final int SPLITS = 4;

  /** Alarms, and how many values of labels were looked at. */
  private static final class Findings {
    private final List<String> alarms = new ArrayList<>();
    private int looks;
  }

  @Test
  void nothingIsLearntFromIdsKindsAndGroupsAlone() {
    int looks = 0;
    for (Task task : Tasks.listed()) {
      Findings findings = learn(task, TaskCompiler::prompt);
      assertEquals(List.of(), findings.alarms, task.name());
      looks += findings.looks;
    }
    FalseAlarms.declare(looks * LEVEL);
  }

  /** The types of a user may be the answers, so a prompt is not named after its type. */
  @Test
  void noTypeStandsInTheNameOfAPrompt() {
    Question question =
        new Question("7", "false", "sums", "7", "1+1=3?", "", ImmutableMap.of("right", "no"));
    assertEquals(new Prompt("7", "1+1=3?", "sums", "7"), TaskCompiler.prompt(question));
  }

  /** A kind, an id or a group that names the operator or the verdict is found out. */
  @Test
  void labelsThatTellTheAnswerAreFoundOut() {
    Task code = Tasks.named("code");
    Task judge = Tasks.named("judge");
    Map<String, Function<Question, Prompt>> telling =
        ImmutableMap.of(
            "kind", q -> new Prompt("", "", q.type(), ""),
            "id part 0", q -> new Prompt(q.type() + "/" + q.id(), "", "", ""),
            "group part 1", q -> new Prompt("", "", "", "1," + q.type()));
    telling.forEach(
        (label, prompt) -> {
          for (Task task : List.of(code, judge)) {
            Findings findings = learn(task, prompt);
            assertTrue(
                findings.alarms.stream().anyMatch(a -> a.startsWith(label)),
                task.name() + ", " + label + ": " + findings.alarms);
          }
        });
    Findings body = learn(code, q -> new Prompt("", "", "", q.fact("body").substring(0, 2)));
    assertTrue(!body.alarms.isEmpty(), "x+ is the beginning of what is to be found");
  }

  /**
   * A question as the learner sees it.
   *
   * @param form what anybody sees: its words without numbers and quotations
   * @param values its labels and their parts
   * @param right its right answers, then their pieces at each position
   */
  private record Seen(String form, Map<String, String> values, List<Set<String>> right) {}

  private static Findings learn(Task task, Function<Question, Prompt> prompts) {
    Findings findings = new Findings();
    Map<Question, Seen> seen = new LinkedHashMap<>();
    Set<String> labels = new LinkedHashSet<>();
    for (Question q : task.questions()) {
      Seen how = new Seen(form(q), values(prompts.apply(q), q), right(task, q));
      seen.put(q, how);
      labels.addAll(how.values.keySet());
    }
    for (int split = 0; split < SPLITS; split++) {
      Set<String> taught = half(task, split);
      List<Seen> known = new ArrayList<>();
      List<Seen> heldOut = new ArrayList<>();
      seen.forEach((q, how) -> (taught.contains(q.group()) ? known : heldOut).add(how));
      for (String label : labels) {
        for (int part = 0; part <= task.grammar().horizon(); part++) {
          guess(findings, label, part, known, heldOut);
        }
      }
    }
    return findings;
  }

  private static void guess(
      Findings findings, String label, int part, List<Seen> known, List<Seen> heldOut) {
    Map<List<String>, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (Seen q : known) {
      Map<String, Integer> of =
          counts.computeIfAbsent(
              List.of(q.form, q.values.getOrDefault(label, "")), k -> new LinkedHashMap<>());
      q.right.get(part).forEach(a -> of.merge(a, 1, Integer::sum));
    }
    counts.forEach(
        (key, of) -> {
          List<Seen> alike = heldOut.stream().filter(q -> q.form.equals(key.get(0))).toList();
          List<Seen> guessed =
              alike.stream()
                  .filter(q -> q.values.getOrDefault(label, "").equals(key.get(1)))
                  .toList();
          if (!guessed.isEmpty() && guessed.size() < alike.size()) {
            findings.looks++;
            String majority =
                of.entrySet().stream().max(Map.Entry.comparingByValue()).get().getKey();
            int hits = count(guessed, part, majority);
            int all = count(alike, part, majority);
            if (atLeast(hits, alike.size(), all, guessed.size()) < LEVEL) {
              String what = part == 0 ? "the answer" : "piece " + part;
              findings.alarms.add(
                  label + " tells " + what + ": " + key.get(1) + " " + hits + "/" + guessed.size());
            }
          }
        });
  }

  private static int count(List<Seen> questions, int part, String answer) {
    return (int) questions.stream().filter(q -> q.right.get(part).contains(answer)).count();
  }

  /** The probability that of some draws without replacement at least so many hit. */
  private static double atLeast(int hits, int all, int marked, int draws) {
    double sum = 0;
    for (int k = hits; k <= Math.min(marked, draws); k++) {
      if (draws - k <= all - marked) {
        sum +=
            BigIntegerMath.binomial(marked, k)
                    .multiply(BigIntegerMath.binomial(all - marked, draws - k))
                    .doubleValue()
                / BigIntegerMath.binomial(all, draws).doubleValue();
      }
    }
    return sum;
  }

  /** Half of the groups. */
  private static Set<String> half(Task task, int split) {
    List<String> groups =
        List.copyOf(new LinkedHashSet<>(task.questions().stream().map(Question::group).toList()));
    RandomStream random = RandomStreams.of(17).open(Purpose.INSTANCE, split);
    Set<String> half = new HashSet<>();
    while (half.size() < groups.size() / 2) {
      half.add(groups.get(random.nextBelow(groups.size())));
    }
    return half;
  }

  /** What anybody sees of a question: its words without numbers and quotations. */
  private static String form(Question q) {
    return q.text().replaceAll("\\d+", "#").replaceAll("“[^#”]*”", "“…”") + q.opening();
  }

  /** The labels of a prompt and their parts, but for those that its text says as well. */
  private static Map<String, String> values(Prompt prompt, Question q) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("kind", prompt.kind());
    values.put("id", prompt.id());
    values.put("group", prompt.group());
    parts("id", prompt.id(), q, values);
    parts("group", prompt.group(), q, values);
    return values;
  }

  private static void parts(String name, String label, Question q, Map<String, String> values) {
    List<String> parts = List.of(label.split("[/,;: ]+", -1));
    for (int i = 0; i < parts.size(); i++) {
      if (!q.text().contains(parts.get(i))) {
        values.put(name + " part " + i, parts.get(i));
      }
    }
  }

  /** The answers of reward 1, then their pieces at each position. */
  private static List<Set<String>> right(Task task, Question q) {
    List<Set<String>> right = new ArrayList<>();
    for (int h = 0; h <= task.grammar().horizon(); h++) {
      right.add(new LinkedHashSet<>());
    }
    collect(task, q, List.of(), right);
    return right;
  }

  private static void collect(Task task, Question q, List<String> prefix, List<Set<String>> right) {
    int h = prefix.size();
    boolean ended = h > 0 && prefix.get(h - 1).equals(AnswerGrammar.END);
    if (ended || h == task.grammar().horizon()) {
      String answer = String.join("", prefix);
      if (task.verifier().checked(q, answer) == 1) {
        right.get(0).add(answer);
        for (int i = 0; i < h; i++) {
          right.get(i + 1).add(prefix.get(i));
        }
      }
      return;
    }
    for (String piece : task.grammar().pieces(h)) {
      List<String> longer = new ArrayList<>(prefix);
      longer.add(piece);
      collect(task, q, longer, right);
    }
  }
}

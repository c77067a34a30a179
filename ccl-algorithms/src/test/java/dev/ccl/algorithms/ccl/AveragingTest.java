package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a user is told of the averages; what they are is in the tests of the rounds. */
final class AveragingTest {
  private static List<String> warnings(Instance instance, List<String> source) {
    return Teaching.Choice.GUARDED.warnings(
        Instance.of(
                instance.header(), instance.prompts().values().asList(), source, instance.target())
            .problem());
  }

  private static boolean kind(Instance instance, String id, String kind) {
    return instance.prompts().get(id).prompt().kind().equals(kind);
  }

  /** All kinds of target prompts with fewer than two source prompts, and no other. */
  @Test
  void everyKindThatTheSourceDoesNotShowIsNamed() {
    Instance instance = MisspecifiedInstance.KINDS_OPPOSED.of(1);
    List<String> one = instance.source().stream().filter(id -> kind(instance, id, "one")).toList();
    List<String> two = instance.source().stream().filter(id -> kind(instance, id, "two")).toList();
    assertEquals(List.of(), warnings(instance, instance.source()));
    List<String> both = warnings(instance, List.of(one.get(0), two.get(0)));
    assertEquals(1, both.size());
    String kinds = // in the order of the target
        instance.target().stream()
            .map(id -> '"' + instance.prompts().get(id).prompt().kind() + '"')
            .distinct()
            .collect(Collectors.joining(", "));
    assertTrue(both.get(0).endsWith("fewer of " + kinds) && kinds.length() == 12, both.get(0));
    String second = warnings(instance, List.of(one.get(0), two.get(0), one.get(1))).get(0);
    assertTrue(second.endsWith("fewer of \"two\""), second);
    List<String> twice = List.of(one.get(0), one.get(0), two.get(0), two.get(1), two.get(0));
    assertTrue(warnings(instance, twice).get(0).endsWith("fewer of \"one\""), "listed twice");
    assertEquals(List.of(), Teaching.Choice.LAST.warnings(instance.problem()));
  }
}

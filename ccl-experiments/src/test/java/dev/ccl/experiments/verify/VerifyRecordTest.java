package dev.ccl.experiments.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Refusals;
import dev.ccl.testkit.Recorded;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.verify.Verdict;
import dev.ccl.theory.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on claims that lie here and there, as they are read. */
class VerifyRecordTest {
  private static final String JUDGE = SeparationInstance.of(1, 2, 2, 0.5).header().name();

  private static final ImmutableList<Instance> INSTANCES =
      ImmutableList.of(
          BrokenInstance.NOT_REALIZABLE.instance(),
          SeparationInstance.of(1, 2, 2, 0.5),
          RandomInstance.of(RandomSpec.SMALL.withHorizon(2), 4).instance());

  @TempDir private Path directory;

  private static Claim claim(String id, String sentence, Kind kind, Claim.Check check) {
    return Claim.of(id, "eq:" + id + ", lem:" + id, sentence, kind, check);
  }

  /** More claims than a row of the overview has columns, each with another kind of end. */
  private static List<Claim> claims() {
    Kind[] kinds = Kind.values();
    List<Claim> claims = new ArrayList<>();
    claims.add(claim("X1", "x ≤ 4", kinds[0], (c, f) -> f.atMost("x", on(c, JUDGE) ? 3 : 1, 4)));
    claims.add(
        claim(
            "X2",
            "fails on one instance only, " + "𝒦".repeat(40),
            kinds[0],
            (c, f) -> {
              f.atLeast("first", 2, 1);
              f.atLeast("y\n", on(c, JUDGE) ? 1 : 8, 4);
            }));
    claims.add(claim("X3", "y = z", kinds[0], (c, f) -> f.equal("y", 1, 1 + 1e-13, 1)));
    claims.add(claim("X4", "a law", kinds[kinds.length - 1], (c, f) -> f.law("drawn", 1e-3, 10)));
    claims.add(claim("X5", "tiny", kinds[0], (c, f) -> f.atMost("x", 3e-7, 1)));
    claims.add(
        claim("X6", "fails everywhere", kinds[0], (c, f) -> f.atMost("x", c.seed() + 2e5, 1)));
    claims.add(
        Claim.of(
            "X7",
            "eq:X7",
            "speaks of some",
            kinds[0],
            (c, f) -> f.equal("s", 0, 0, 1),
            Requirement.REALIZABLE));
    claims.add(
        Claim.of(
            "X8",
            "eq:X8",
            "speaks of none",
            kinds[0],
            (c, f) -> f.equal("s", 0, 1, 1),
            Requirement.REALIZABLE,
            Requirement.REWARDS,
            Requirement.SEPARATION));
    claims.add(claim("X9", "x".repeat(53), kinds[0], (c, f) -> f.atMost("x", 0.99996, 1)));
    return claims;
  }

  private static boolean on(Case c, String name) {
    return c.specimen().name().equals(name);
  }

  private static ImmutableList<Verdict> verdicts(List<Instance> instances) {
    return Verification.of(claims(), instances, Subject::new, 5, Effort.RUNS)
        .run(1, (claim, instance) -> {});
  }

  @Test
  void verdictsAreAsRecorded() throws IOException {
    ImmutableMap<String, Path> files =
        ImmutableMap.of("X2", Path.of("a\rb.json"), "X6", Path.of("x6.json"));
    List<Instance> two = ImmutableList.of(INSTANCES.get(0), INSTANCES.get(2));
    List<Verdict> mixed = new ArrayList<>(verdicts(INSTANCES));
    mixed.set(7, verdicts(two).get(7));
    assertTrue(mixed.get(7).unmet().size() > 1, "several reasons");
    List<Verdict> one = ImmutableList.of(mixed.get(0), mixed.get(2));
    String text =
        VerifyText.table(mixed, 3, 5, files)
            + "\n----\n"
            + VerifyText.overview(mixed, 3, 5, files)
            + "\n----\n"
            + VerifyText.table(ImmutableList.of(mixed.get(8)), 1, -7, ImmutableMap.of())
            + "\n----\n"
            + json(mixed, files)
            + "\n----\n"
            + json(one, ImmutableMap.of())
            + "\n";
    assertSums(mixed);
    Recorded.check(getClass(), "verdicts.txt", text.replace(System.lineSeparator(), "\n"));
  }

  private static String json(List<Verdict> verdicts, Map<String, Path> files) throws IOException {
    return new JsonMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(VerifyText.document(verdicts, 3, 5, files));
  }

  /** Cases until the first that fails on each instance; X2 has two statements in each. */
  private static void assertSums(List<Verdict> verdicts) {
    int points = Place.values().length + 2;
    assertEquals(3 * points, verdicts.get(0).cases());
    assertEquals(0.75, verdicts.get(0).worst().orElseThrow().ratio());
    assertEquals(2 * points + 1, verdicts.get(1).cases());
    assertEquals(2L * (2 * points + 1), verdicts.get(1).statements());
    assertEquals(JUDGE, verdicts.get(1).where());
    assertEquals(3, verdicts.get(5).cases());
    assertEquals(2 * points, verdicts.get(6).cases());
    assertEquals(2, verdicts.get(6).instances());
    assertEquals(0, verdicts.get(7).cases());
  }

  /** Which instances a name stands for, each with what tells it from others. */
  @Test
  void namedInstancesAreAsRecorded() throws IOException {
    Path file = directory.resolve("own.json");
    InstanceWriter.write(INSTANCES.get(2), file);
    StringBuilder text = new StringBuilder();
    list("separation", 1, false, text);
    list("separation", 1, true, text);
    list("random", 1, false, text);
    list("random", 2, false, text);
    list("tight", 1, false, text);
    list("built-in", 1, true, text);
    list(file.toString(), 1, true, text);
    Refusals refusals = new Refusals(directory);
    refusals.add("no file", () -> named(directory + "/no.json", 1, false));
    RandomSpec large = RandomSpec.SMALL.withDimensions(1, 1).withHorizon(3);
    Path file11 = directory.resolve("11.json");
    InstanceWriter.write(RandomInstance.of(large.withLetters(11), 1).instance(), file11);
    refusals.add("too large", () -> named(file11.toString(), 1, false));
    Path file10 = directory.resolve("10.json");
    InstanceWriter.write(RandomInstance.of(large.withLetters(10), 1).instance(), file10);
    assertEquals(1, named(file10.toString(), 1, false).size(), "just small enough");
    refusals.add("no claim", () -> VerifyPlan.of(List.of("C01", "C99"), Optional.empty(), 1, true));
    Recorded.check(
        getClass(),
        "instances.txt",
        text.toString().replace(directory.toString(), "DIR") + refusals);
  }

  private static ImmutableList<Instance> named(String name, long seed, boolean many)
      throws IOException {
    return VerifyInstances.named(List.of(name), seed, many);
  }

  private static void list(String name, long seed, boolean many, StringBuilder text)
      throws IOException {
    text.append(String.format("%s, seed %d%s%n", name, seed, many ? ", many" : ""));
    for (Instance instance : named(name, seed, many)) {
      text.append(
          String.format(
              "  %s %s, %s, H = %d, %d + %d prompts%n",
              instance.digest().substring(0, 8),
              instance.header().name(),
              instance.header().feasibility(),
              instance.header().horizon(),
              instance.source().size(),
              instance.target().size()));
    }
  }

  /** Claims are named once each, in the order of their names, and a plan tells what it does. */
  @Test
  void aPlanIsWhatWasAsked() {
    VerifyPlan plan =
        VerifyPlan.of(List.of(" C16", "C03 ", "C16"), Optional.of("lambda-dropped"), -4, true);
    assertEquals(List.of("C16", "C03"), plan.ids());
    assertEquals(-4, plan.seed());
    assertEquals(Optional.of("lambda-dropped"), plan.liar());
    assertTrue(plan.isThorough());
    String refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> VerifyPlan.of(List.of(), Optional.of("nobody"), 1, false))
            .getMessage();
    String liars =
        Stream.concat(Liars.all().stream(), ExtensionLiars.all().stream())
            .map(Liar::name)
            .collect(Collectors.joining(", "));
    assertEquals("--liar: there is no \"nobody\"; there are " + liars, refusal);
    VerifyPlan all = VerifyPlan.of(List.of(), Optional.empty(), 3, false);
    assertEquals(Claims.all().stream().map(Claim::id).toList(), all.ids());
    assertTrue(!all.isThorough() && all.liar().isEmpty());
    VerifyPlan few = VerifyPlan.of(List.of("C03", "C16"), Optional.empty(), 3, false);
    Students students = Students.ofThePaper();
    assertEquals(
        Verification.of(
                List.of(Claims.named("C03"), Claims.named("C16")),
                INSTANCES,
                instance -> new Subject(instance, students),
                3,
                Effort.RUNS)
            .run(1, (claim, instance) -> {}),
        few.with(students).on(INSTANCES).run(1, (claim, instance) -> {}));
    List<Instance> asked = new ArrayList<>();
    Students own =
        instance -> {
          asked.add(instance);
          return students.on(instance);
        };
    few.with(own).verify(INSTANCES.get(1), claim -> {});
    assertTrue(asked.contains(INSTANCES.get(1)), "these students, not the usual ones");
    for (Liar liar : ExtensionLiars.all()) {
      Optional<String> name = Optional.of(liar.name());
      assertEquals(name, VerifyPlan.of(List.of("C03"), name, 3, false).liar());
    }
    VerifyPlan others = plan.with(students);
    assertEquals(List.of("C16", "C03"), others.ids());
    assertEquals(-4, others.seed());
    assertEquals(Optional.of("lambda-dropped"), others.liar());
    assertTrue(others.isThorough());
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ObjectArrays;
import dev.ccl.cli.run.Interruption;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.report.verify.VerifyText;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
  @TempDir private Path directory;

  @Test
  void theTableFitsTheScreenAndIsTheSameTwice() {
    String[] args = {"verify", "--claims", "C02,C09,C12,C36", "--instances", "separation,tight"};
    Outcome outcome = Outcome.of(args);
    assertEquals(0, outcome.code(), outcome.out());
    assertTrue(
        outcome.out().lines().allMatch(l -> l.codePointCount(0, l.length()) <= 100), outcome.out());
    assertTrue(outcome.out().contains("4 claims hold, 0 fail, 0 do not apply"), outcome.out());
    assertEquals(outcome.out(), Outcome.of(args).out());
  }

  @Test
  void anOverviewHasSeveralClaimsInALine() {
    ImmutableList<Claim> claims = Claims.all().subList(0, 5);
    ImmutableList<Instance> instances = ImmutableList.of(DemoInstance.of());
    ImmutableList<ClaimReport> verdicts =
        Verification.of(claims, instances, Subject::new, 1, Effort.RUNS).run(1, (c, i) -> {});
    List<String> lines = VerifyText.overview(verdicts, 1, 1, Map.of()).lines().toList();
    assertTrue(lines.get(0).matches("C01 .*holds +C03 .*holds +C05 .*holds"), lines.get(0));
    assertTrue(lines.get(1).matches("C02 .*holds +C04 .*holds"), lines.get(1));
    assertTrue(lines.get(3).startsWith("5 claims hold"), lines.get(3));
  }

  /** One line for each claim where it is asked for, and where claims are. */
  @Test
  void verdictsAreToldAsAsked() throws IOException {
    Verification verification =
        Verification.of(
            Claims.all().subList(0, 3),
            ImmutableList.of(DemoInstance.of()),
            Subject::new,
            7,
            Effort.RUNS);
    ImmutableList<ClaimReport> verdicts = verification.run(1, (c, i) -> {});
    String overview = VerifyText.overview(verdicts, 9, 7, Map.of()).stripTrailing();
    String table = VerifyText.table(verdicts, 9, 7, Map.of()).stripTrailing();
    String document = Json.text(VerifyText.document(verdicts, 9, 7, Map.of()));
    assertEquals(overview, told(verification, verdicts));
    assertEquals(table, told(verification, verdicts, "--table"));
    assertEquals(table, told(verification, verdicts, "--claims=C01"));
    assertEquals(document, told(verification, verdicts, "--json"));
    assertEquals(document, told(verification, verdicts, "--json", "--table"));
  }

  private static String told(Verification verification, List<ClaimReport> verdicts, String... args)
      throws IOException {
    StringWriter text = new StringWriter();
    String[] all = ObjectArrays.concat(args, "--seed=7");
    try (Interruption interruption = Interruption.announce("")) {
      assertEquals(
          0,
          CommandLine.populateCommand(new VerifyOptions(), all)
              .conclude(verification, verdicts, 9, interruption, new PrintWriter(text)));
    }
    return text.toString().stripTrailing();
  }

  @Test
  void aLiarFailsWithAnInstanceToShow() throws IOException {
    Path out = directory.resolve("found");
    Outcome outcome =
        Outcome.of(
            "verify",
            "--claims",
            "C16",
            "--instances",
            "random",
            "--liar",
            "lambda-dropped",
            "--out",
            out.toString());
    assertEquals(Failures.CHECK_FAILED, outcome.code(), outcome.out());
    Path file = out.resolve("counterexample-C16.json");
    assertTrue(outcome.out().contains(file.toString()), outcome.out());
    assertEquals(1, InstanceReader.read(file).target().size());
    String[] again = {"verify", "--claims", "C16", "--instances", file.toString()};
    assertEquals(0, Outcome.of(again).code());
    Outcome liar =
        Outcome.of(
            "verify",
            "--claims",
            "C16,C40",
            "--instances",
            file.toString(),
            "--liar",
            "lambda-dropped",
            "--json",
            "--out",
            out.toString());
    assertEquals(Failures.CHECK_FAILED, liar.code(), liar.out());
    documented(new ObjectMapper().readTree(liar.out()));
  }

  /**
   * Every key of the document stands in the table of docs/paper-map.md, and the other way round.
   */
  private static void documented(JsonNode document) throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    document.fieldNames().forEachRemaining(keys::add);
    for (JsonNode claim : document.get("claims")) {
      claim.fieldNames().forEachRemaining(key -> keys.add("claims[]." + key));
      for (JsonNode check : claim.get("checks")) {
        check.fieldNames().forEachRemaining(key -> keys.add("claims[].checks[]." + key));
      }
      if (claim.has("worst")) {
        claim.get("worst").fieldNames().forEachRemaining(key -> keys.add("claims[].worst." + key));
      }
    }
    TreeSet<String> listed = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "paper-map.md"))) {
      if (line.startsWith("| `") && line.contains("` | ccl-verify | ")) {
        listed.add(line.substring(3, line.indexOf("` |")));
      }
    }
    assertEquals(listed, keys);
  }

  @Test
  void anInstanceThatLacksAnAssumptionIsNoFailure() throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(BrokenInstance.NOT_REALIZABLE.instance(), file);
    Outcome outcome =
        Outcome.of("verify", "--claims", "C05,C16", "--instances", file.toString(), "--json");
    assertEquals(0, outcome.code(), outcome.out());
    JsonNode claims = new ObjectMapper().readTree(outcome.out()).get("claims");
    assertEquals("not applicable", claims.get(0).get("verdict").textValue());
    assertEquals(
        "some w in W represents the optimal policy", claims.get(0).get("unmet").get(0).textValue());
    assertEquals("holds", claims.get(1).get("verdict").textValue());
  }

  @Test
  void aFamilyIsVerifiedWithItsOwnBounds() throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 1, 0.5), file);
    Outcome outcome =
        Outcome.of(
            "verify",
            "--claims",
            "C18,C24,C33",
            "--instances",
            file.toString(),
            "--family",
            "dev.ccl.policies.TanhNetworkOfOne");
    assertEquals(Failures.BAD_INPUT, outcome.code(), outcome.out());
    outcome =
        Outcome.of(
            "verify",
            "--claims",
            "C18,C24,C33",
            "--instances",
            file.toString(),
            "--family",
            "dev.ccl.policies.TemperedSoftmax",
            "--json");
    assertEquals(0, outcome.code(), outcome.out());
    JsonNode claims = new ObjectMapper().readTree(outcome.out()).get("claims");
    assertEquals("holds", claims.get(0).get("verdict").textValue());
    assertEquals("holds", claims.get(1).get("verdict").textValue());
    assertEquals("not applicable", claims.get(2).get("verdict").textValue());
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 1, 0.5), file);
    for (String[] args :
        new String[][] {
          {"verify", "--claims", "C99"},
          {"verify", "--instances", "nowhere"},
          {"verify", "--liar", "nobody", "--instances", file.toString()},
          {"verify", "--threads", "0"},
          {"verify", "--family", "no.such.Family", "--instances", file.toString()},
          {"verify", "--family", "java.lang.String", "--instances", file.toString()},
          {"verify", "--family", "x", "--classpath", "no.jar", "--instances", file.toString()}
        }) {
      Outcome outcome = Outcome.of(args);
      assertEquals(Failures.BAD_INPUT, outcome.code());
      outcome.assertOneLine();
    }
    assertFalse(Files.exists(directory.resolve("counterexample-C01.json")));
  }

  /** A class path has several parts, between colons or commas or in options of their own. */
  @Test
  void everyPartOfAClassPathIsLookedFor() throws IOException {
    Path jar = Files.createFile(directory.resolve("there.jar"));
    Path none = directory.resolve("none.jar");
    for (String given :
        List.of(
            jar + ":" + none, jar + "," + none, none + ":" + jar, jar + " --classpath=" + none)) {
      String line = "verify --claims=C16 --instances=tight --family=x --classpath=" + given;
      Outcome outcome = Outcome.of(line.split(" ", -1));
      assertEquals(Failures.BAD_INPUT, outcome.code());
      assertEquals("ccl: --classpath: there is no " + none, outcome.err().strip());
    }
  }

  /** λ ∈ {1, 20} or five values, each with d = 1 and 2; and 6 drawn instances or 200. */
  @Test
  void instancesAreThoseOfSeedAndEffort() throws IOException {
    assertEquals(4, instances("--instances=separation").size());
    assertEquals(10, instances("--instances=separation", "--thorough").size());
    ImmutableList<Instance> drawn = instances("--instances=random");
    assertEquals(6, drawn.size());
    assertEquals(
        digests(drawn),
        digests(instances("--instances=random", "--seed=1", "--thorough")).subList(0, 6));
    assertFalse(
        digests(drawn).removeAll(digests(instances("--instances=random", "--seed=2"))),
        "another seed draws others");
    String[] asked = {"--seed=2", "--thorough", "--liar=lambda-dropped", "--claims=C16,C05"};
    VerifyPlan plan = CommandLine.populateCommand(new VerifyOptions(), asked).plan();
    assertTrue(plan.isThorough());
    assertEquals(2, plan.seed());
    assertEquals(Optional.of("lambda-dropped"), plan.liar());
    assertEquals(List.of("C16", "C05"), plan.ids());
    assertFalse(CommandLine.populateCommand(new VerifyOptions(), "--seed=2").plan().isThorough());
  }

  private static ImmutableList<Instance> instances(String... args) throws IOException {
    return CommandLine.populateCommand(new VerifyOptions(), args).instances();
  }

  private static List<String> digests(List<Instance> instances) {
    return new ArrayList<>(instances.stream().map(Instance::digest).toList());
  }

  /** A counterexample for each claim that fails, not for the first alone. */
  @Test
  void everyFailingClaimHasItsCounterexample() throws IOException {
    Path out = directory.resolve("found");
    Outcome outcome =
        Outcome.of(
            "verify",
            "--claims",
            "C05,C15,C16,C17",
            "--instances",
            "random",
            "--liar",
            "lambda-dropped",
            "--out",
            out.toString());
    assertEquals(Failures.CHECK_FAILED, outcome.code(), outcome.out());
    long failing = outcome.out().lines().filter(line -> line.endsWith(" FAILS")).count();
    assertTrue(failing >= 2, "the liar breaks several claims:\n" + outcome.out());
    try (Stream<Path> files = Files.list(out)) {
      assertEquals(failing, files.count(), outcome.out());
    }
    assertFalse(outcome.out().contains("null"), outcome.out());
  }

  /** As on Windows, where a drive has a colon. */
  @Test
  void aColonSplitsOnlyWhereItSeparates() {
    List<String> given = List.of("C:\\my.jar;D:\\lib,E:\\x", "F:\\y");
    assertEquals(
        Stream.of("C:\\my.jar", "D:\\lib", "E:\\x", "F:\\y").map(Path::of).toList(),
        VerifyCommand.paths(given, ";"));
    assertEquals(
        Stream.of("a.jar", "b", "c").map(Path::of).toList(),
        VerifyCommand.paths(List.of("a.jar:b,c"), ":"));
  }
}

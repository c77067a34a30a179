package dev.ccl.report.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Provenance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Tolerance;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyPlanTest {
  private static final ImmutableList<Instance> INSTANCES =
      ImmutableList.of(
          SeparationInstance.of(1, 2, 2, 0.5),
          BrokenInstance.NOT_REALIZABLE.instance(),
          SeparationInstance.of(2, 3, 1, 0.5));

  private static VerifyPlan plan(String... ids) {
    return VerifyPlan.of(List.of(ids), Optional.of("lambda-dropped"), 3, false);
  }

  /** With a claim that fails, one that does not apply everywhere and one that samples. */
  @Test
  void whatWasFoundElsewhereIsWhatIsFoundHere() {
    VerifyPlan plan = plan("C05", "C06", "C16");
    ImmutableList<Verdict> here = plan.on(INSTANCES).run(2, (claim, instance) -> {});
    ImmutableList.Builder<ImmutableList<Verdict>> travelled = ImmutableList.builder();
    List<String> told = new ArrayList<>();
    for (Instance instance : INSTANCES) {
      travelled.add(plan.read(plan.verify(instance, claim -> told.add(claim.id())), instance));
    }
    assertEquals(9, told.size());
    assertEquals(plan.ids(), told.subList(3, 6), "each claim of each instance");
    assertEquals(here, plan.on(INSTANCES).together(travelled.build()));
    assertEquals(Verdict.Status.FAILS, here.get(2).status());
    assertEquals(2, here.get(0).instances());
    assertEquals(1, here.get(0).unmet().size());
    assertTrue(here.get(1).falseAlarms() > 0);
    assertEquals(
        VerifyText.table(here, 3, 3, Map.of()),
        VerifyText.table(plan.on(INSTANCES).together(travelled.build()), 3, 3, Map.of()));
  }

  @Test
  void numbersThatJsonHasNoWordForTravelToo() {
    Evidence odd =
        Evidence.equal("a \"place\"", Double.NaN, Double.NEGATIVE_INFINITY, Tolerance.none());
    Verdict verdict =
        new Verdict(
            Claims.named("C16"),
            1,
            2,
            3,
            5,
            4,
            Double.MIN_VALUE,
            Optional.of(odd),
            "a name",
            Optional.empty(),
            ImmutableSet.of());
    assertEquals(
        ImmutableList.of(verdict),
        VerdictText.read(VerdictText.of(ImmutableList.of(verdict)), INSTANCES.get(0)));
  }

  /** With what found it, a counterexample can be made smaller where it was not found. */
  @Test
  void aCounterexampleTravelsWithItsSearch() {
    Instance instance = INSTANCES.get(0);
    Evidence worst = Evidence.equal("x", 1, 2, Tolerance.of(0.25, 1e-9, "sampled"));
    Evidence found = Evidence.equal("y", 3, 4, Tolerance.of(0.5, 1e-8, "rounded"));
    Verdict verdict =
        new Verdict(
            Claims.named("C16"),
            1,
            2,
            3L << 40,
            5L << 40,
            7L << 33,
            1e-9,
            Optional.of(worst),
            "a name",
            Optional.of(
                new Counterexample(
                    instance,
                    Place.BOUNDARY,
                    Long.MIN_VALUE + 17,
                    new Counterexample.Search(Effort.LONG_RUNS, 12),
                    found)),
            ImmutableSet.copyOf(Lists.reverse(List.of(Requirement.values()))));
    ImmutableList<Verdict> read =
        VerdictText.read(VerdictText.of(ImmutableList.of(verdict)), instance);
    assertEquals(ImmutableList.of(verdict), read);
    assertEquals(verdict.unmet().asList(), read.get(0).unmet().asList(), "in their order");
  }

  /** Names stand for instances of the seed; each is there once, whoever names it. */
  @Test
  void namesAreInstancesOfTheSeed() throws IOException {
    List<String> first = digests(1, false, "random");
    assertEquals(6, first.stream().distinct().count());
    assertEquals(first, digests(1, false, "random"));
    assertTrue(Collections.disjoint(first, digests(2, false, "random")), "another seed");
    assertEquals(first, digests(1, true, "random").subList(0, 6), "more of the same");
    assertEquals(200, digests(1, true, "random").size());
    assertEquals(4, digests(1, false, "separation").size());
    assertEquals(10, digests(1, true, "separation").size());
    assertEquals(first, digests(1, false, "random", " random"));
    for (String name : List.of("built-in", "tight")) {
      assertEquals(digests(1, true, name), digests(2, false, name), "always the same");
    }
    assertEquals(6 + 4, digests(1, false, "separation", "random", "separation").size());
  }

  /** Two files may give different instances the same name, and one instance may be in two. */
  @Test
  void filesAreToldApartByTheirContent(@TempDir Path directory) throws IOException {
    Instance one = SeparationInstance.of(1, 2, 2, 0.5);
    Path first = directory.resolve("first.json");
    Path same = directory.resolve("same.json");
    Path other = directory.resolve("other.json");
    InstanceWriter.write(one, first);
    InstanceWriter.write(one, same);
    Files.writeString(
        other, Files.readString(first).replaceFirst("\"lambda\": *2(\\.0)?", "\"lambda\": 2.5"));
    Instance changed = InstanceReader.read(other);
    assertEquals(one.header().name(), changed.header().name());
    assertEquals(
        List.of(one.digest(), changed.digest()),
        digests(1, false, first.toString(), same.toString(), other.toString()));
  }

  private static List<String> digests(long seed, boolean many, String... names) throws IOException {
    return VerifyInstances.named(List.of(names), seed, many).stream()
        .map(Instance::digest)
        .toList();
  }

  @Test
  void whatIsNoListOfTheseVerdictsIsRefused() {
    Instance instance = INSTANCES.get(0);
    String text = plan("C16").verify(instance, claim -> {});
    refused("verdicts on other claims than [C05]", text, "C05");
    refused("verdicts on other claims than [C16, C05]", text, "C16", "C05");
    refused(
        "verdicts on other claims than [C05, C16]",
        plan("C16", "C05").verify(instance, claim -> {}),
        "C05",
        "C16");
    refused("verdicts on other claims than [C16]", "[]", "C16");
    for (String wrong : new String[] {"", "{}", text.substring(1), "[", "7", "null"}) {
      refused("no list of verdicts", wrong, "C16");
    }
    for (String wrong : new String[] {"[{}]", "[1]", "[[]]", "[{\"claim\": 16}]"}) {
      refused("a verdict without claim", wrong, "C16");
    }
    for (String key : new String[] {"claim", "falseAlarms", "where"}) {
      refused("a verdict without " + key, text.replace("\"" + key + "\"", "\"x\""), "C16");
    }
    for (String key : new String[] {"left", "right", "relation", "tolerance", "level", "reason"}) {
      refused("a verdict without " + key, text.replace("\"" + key + "\"", "\"x\""), "C16");
    }
    for (String key : new String[] {"place", "effort"}) {
      refused("a verdict without " + key, text.replace("\"" + key + "\"", "\"x\""), "C16");
    }
  }

  private static void refused(String message, String text, String... ids) {
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class, () -> plan(ids).read(text, INSTANCES.get(0)), text)
            .getMessage());
  }

  @Test
  void theDigestTellsPlansAndInstancesApart() {
    String digest = plan("C16").digest(INSTANCES.get(0));
    assertEquals(digest, plan("C16").digest(INSTANCES.get(0)));
    String text =
        Provenance.version("ccl")
            + "\n[C16, C05]\nlambda-dropped\n3\nRUNS\n"
            + INSTANCES.get(0).digest();
    assertEquals(
        Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString(),
        plan("C16", "C05").digest(INSTANCES.get(0)),
        "with the version of the code");
    assertNotEquals(digest, plan("C16").digest(INSTANCES.get(2)));
    assertNotEquals(digest, plan("C05").digest(INSTANCES.get(0)));
    assertNotEquals(
        digest, VerifyPlan.of(List.of("C16"), Optional.empty(), 3, false).digest(INSTANCES.get(0)));
    assertNotEquals(
        digest,
        VerifyPlan.of(List.of("C16"), Optional.of("lambda-dropped"), 4, false)
            .digest(INSTANCES.get(0)));
    assertNotEquals(
        digest,
        VerifyPlan.of(List.of("C16"), Optional.of("lambda-dropped"), 3, true)
            .digest(INSTANCES.get(0)));
  }
}

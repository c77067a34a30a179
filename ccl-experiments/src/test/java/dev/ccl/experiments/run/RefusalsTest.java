package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.Certified;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that runs refuse, with what they say. */
class RefusalsTest {
  private static final String HEAD = "seed,round,certifiedExcess,certifiedOracleKl,modelEvidence\n";

  @TempDir private Path directory;
  private Subject subject;
  private Refusals refusals;

  @BeforeEach
  void read() throws IOException {
    refusals = new Refusals();
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("judge.json"));
    subject = Subject.read(directory.resolve("judge.json"));
  }

  private RunPlan plan(long rounds, long seed, int seeds) {
    return RunPlan.of(
        subject, Learners.named("ccl"), RecordedRounds.of(new long[] {2}, rounds), seed, seeds);
  }

  private void refuse(String what, RunPlan plan, Path out, StartMode mode) {
    refusals.add(
        what,
        () -> {
          RunJob.open(plan, out, mode).close();
        });
  }

  @Test
  void everythingThatIsWrongIsRefusedInOneLine() throws IOException {
    plans();
    directories();
    files();
    certificates();
  }

  private void plans() {
    refusals.add("no seeds", () -> plan(4, 1, 0));
    refusals.add("a seed too many", () -> plan(4, Long.MAX_VALUE - 1, 3));
    assertEquals(Long.MAX_VALUE, plan(4, Long.MAX_VALUE - 1, 2).allSeeds().last());
    assertEquals(Long.MAX_VALUE, plan(Long.MAX_VALUE / 2 + 1, 1, 2).work());
    assertEquals(Long.MAX_VALUE - 1, plan(Long.MAX_VALUE / 2, 1, 2).work());
    refusals.add(
        "a start outside W",
        () ->
            RunPlan.of(
                subject,
                Learners.named("ccl").with("initial-calibration", "100,100"),
                RecordedRounds.of(new long[0], 4),
                1,
                1));
    Optional<String> practical = Optional.of("practical");
    refusals.add("sft of a preset", () -> LearnerChoice.find("sft", practical, ImmutableMap.of()));
    Optional<String> none = Optional.of("fast");
    refusals.add("an unknown preset", () -> LearnerChoice.find("ccl", none, ImmutableMap.of()));
    Optional<String> paper = Optional.of("paper");
    refusals.add("two presets", () -> LearnerChoice.find("practical", paper, ImmutableMap.of()));
    refusals.add("an unknown learner", () -> LearnerChoice.find("cll", none, ImmutableMap.of()));
    refusals.add(
        "an unknown setting",
        () -> LearnerChoice.find("ccl", practical, ImmutableMap.of("exploraton", "off")));
  }

  private void directories() throws IOException {
    RunPlan plan = plan(4, 1, 2);
    Path file = directory.resolve("judge.json");
    refuse("a file for a directory", plan, file, StartMode.FRESH);
    Path other = Files.createDirectories(directory.resolve("other"));
    Files.writeString(other.resolve("thesis.tex"), "");
    refuse("other files, afresh", plan, other, StartMode.FRESH);
    refuse("other files, resumed", plan, other, StartMode.RESUMED);
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      refuse("a run that goes on, afresh", plan, out, StartMode.FRESH);
      refuse("a run that goes on, resumed", plan, out, StartMode.RESUMED);
      Replicate late = replicate(plan(5, 1, 1));
      Replicate early = replicate(plan(4, 1, 1));
      byte[] sent = Checkpoints.bytes(plan.identity(), early);
      refusals.add("another seed", () -> job.accept(2, sent, "", ""));
      byte[] longer = Checkpoints.bytes(plan(5, 1, 1).identity(), late);
      refusals.add("more rounds", () -> job.accept(1, longer, "", ""));
      Replicate half = new Replicate(state(2), early.record().subList(0, 2));
      byte[] cut = Checkpoints.bytes(plan.identity(), half);
      refusals.add("half a replicate", () -> job.accept(1, cut, "", ""));
      job.accept(1, sent, plan.rows(early), "elsewhere");
    }
    refuse("checkpoints of another run", plan(5, 1, 2), out, StartMode.RESUMED);
    refuse("checkpoints of another run, of its last seed", plan(5, -1, 3), out, StartMode.RESUMED);
    Path empty = Files.createDirectories(directory.resolve("empty"));
    RunJob.open(plan, empty, StartMode.FRESH).close();
    assertTrue(Files.exists(empty.resolve("checkpoint")), "an empty directory is taken");
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    refuse("a finished run, afresh", plan, out, StartMode.FRESH);
    refuse("another run where one is finished", plan(5, 1, 2), out, StartMode.RESUMED);
  }

  private LearnerState state(long rounds) {
    RunPlan plan = plan(4, 1, 1);
    try (Session session = plan.learner().start(plan.problem(), 1, 1)) {
      session.advance(rounds);
      return session.state();
    }
  }

  private static Replicate replicate(RunPlan plan) {
    return plan.replicates().run(1, 1, 1).get(0);
  }

  private void files() throws IOException {
    Path out = directory.resolve("out");
    Path json = out.resolve("run.json");
    Path csv = out.resolve("rows.csv");
    String good = Files.readString(json);
    String rows = Files.readString(csv);
    Files.writeString(csv, rows.replaceFirst("\n1,", "\n9,"));
    refusals.add("another number in rows.csv", () -> FinishedRun.open(out));
    Files.delete(csv);
    refusals.add("no rows.csv", () -> FinishedRun.open(out));
    Files.writeString(csv, rows);
    Files.writeString(json, good.replace("\"seeds\":2", "\"seeds\":3"));
    refusals.add("another number in run.json", () -> FinishedRun.open(out));
    for (String[] edit :
        new String[][] {
          {"ccl-run/2", "ccl-run/1"}, {"ccl-run/2", "ccl-run/3"}, {"rows.csv", "runs.csv"}
        }) {
      JsonNode changed = new JsonMapper().readTree(good.replace(edit[0], edit[1]));
      JsonFile.writeSealed(
          json,
          generator -> {
            for (String key : List.of("format", "digest", "files")) {
              generator.writeFieldName(key);
              new JsonMapper().writeTree(generator, changed.get(key));
            }
          });
      refusals.add("run.json with " + edit[1], () -> FinishedRun.open(out));
    }
    Files.writeString(json, good);
  }

  private void certificates() throws IOException {
    Path out = directory.resolve("out");
    Path other = directory.resolve("random.json");
    InstanceWriter.write(RandomInstance.of(RandomSpec.SMALL, 1).instance(), other);
    refusals.add("a run of another instance", () -> Certificates.plan(out, other));
    assertEquals(
        plan(4, 1, 2).digest(), Certificates.plan(out, directory.resolve("judge.json")).digest());
    refusals.add(
        "nothing to certify",
        () -> Certified.of(Learners.named("sft"), Certification.of(Map.of("certify", "0.1"))));
    for (String bad :
        new String[] {
          "",
          "seed,round\n",
          HEAD + "1,2,3,4\n",
          HEAD + "1,2,3,4,5\n1,x,3,4,5\n",
          HEAD + "1,2,,a,5",
          HEAD + "1,2,3,4,5,6"
        }) {
      Path file = Files.writeString(directory.resolve("rows"), bad);
      refusals.add("a table: " + bad, () -> RunTable.read(file, Measure.CERTIFIED));
    }
  }
}

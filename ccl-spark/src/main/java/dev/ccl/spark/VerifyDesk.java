package dev.ccl.spark;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.core.instance.Instance;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.theory.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where verdicts are laid down: a file of the driver for each instance. */
final class VerifyDesk implements Errand.Desk<VerifyTask.Sent, VerifyTask.Found> {
  private final Path kept;
  private final VerifyPlan plan;
  private final List<Instance> instances;
  private final List<String> failures = new ArrayList<>();

  VerifyDesk(Path kept, VerifyPlan plan, List<Instance> instances) {
    this.kept = kept;
    this.plan = plan;
    this.instances = instances;
  }

  private Path file(int number) {
    return kept.resolve(plan.digest(instances.get(number)) + ".json");
  }

  boolean has(int number) {
    return Files.exists(file(number));
  }

  /** What is to be verified yet, each under its number among all instances. */
  ImmutableList<VerifyTask.Sent> left() throws IOException {
    ImmutableList.Builder<VerifyTask.Sent> left = ImmutableList.builder();
    for (int i = 0; i < instances.size(); i++) {
      if (!has(i)) {
        left.add(VerifyTask.Sent.of(i, plan, instances.get(i)));
      }
    }
    return left.build();
  }

  ImmutableList<ImmutableList<Verdict>> verdicts() throws IOException {
    ImmutableList.Builder<ImmutableList<Verdict>> all = ImmutableList.builder();
    for (int i = 0; i < instances.size(); i++) {
      String text = JsonFile.readSealed(file(i)).path("verdicts").asText();
      all.add(plan.read(text, instances.get(i)));
    }
    return all.build();
  }

  /** One verdict per claim on all instances. */
  ImmutableList<Verdict> together() throws IOException {
    return plan.on(instances).together(verdicts());
  }

  void clear() throws IOException {
    for (int i = 0; i < instances.size(); i++) {
      Files.deleteIfExists(file(i));
    }
    String[] others = kept.toFile().list();
    if (others != null && others.length == 0) {
      Files.delete(kept);
    }
  }

  @Override
  public void lay(VerifyTask.Found found) throws IOException {
    if (found.failure() != null) {
      fail(name(found.number()) + ": " + found.failure());
      return;
    }
    Files.createDirectories(kept);
    String text = requireNonNull(found.text());
    JsonFile.writeSealed(file(found.number()), json -> json.writeStringField("verdicts", text));
  }

  @Override
  public void lost(VerifyTask.Sent sent, String reason) {
    fail(name(sent.number()) + ": it ends its worker: " + reason);
  }

  @Override
  public void fail(String line) {
    failures.add(line);
  }

  ImmutableList<String> failures() {
    return ImmutableList.copyOf(failures);
  }

  private String name(int number) {
    return "instance " + (number + 1) + " (" + instances.get(number).header().name() + ")";
  }
}

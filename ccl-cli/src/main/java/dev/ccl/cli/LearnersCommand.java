package dev.ccl.cli;

import dev.ccl.algorithms.run.Learners;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ccl learners}: which methods there are, and what can be set on each. */
@Command(
    name = "learners",
    description = "Lists the learners, or the settings of one with defaults and meaning.")
final class LearnersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", arity = "0..1", description = "a learner")
  private String name;

  @Option(names = "--markdown", description = "print the table of docs/settings.md instead")
  private boolean markdown;

  LearnersCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(SettingsText.page());
    } else {
      out.print(
          name == null ? SettingsText.learners() : SettingsText.settings(Learners.named(name)));
    }
    out.flush();
    return 0;
  }
}

package dev.ccl.cli.lm;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ccl lm}: real language models. */
@Command(
    name = "lm",
    mixinStandardHelpOptions = true,
    description = "Real language models: fetch one, ask it, compile a task, learn, compare.",
    subcommands = {
      FetchCommand.class, //
      AskCommand.class,
      NextCommand.class,
      CompileCommand.class,
      LmRunCommand.class,
      StudyCommand.class
    })
public final class LmCommand implements Runnable {
  @Spec private CommandSpec spec;

  LmCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}

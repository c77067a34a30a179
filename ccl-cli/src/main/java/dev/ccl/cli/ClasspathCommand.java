package dev.ccl.cli;

import com.google.common.base.Splitter;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ccl classpath}: what javac needs to compile against this program. */
@Command(
    name = "classpath",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the class path of this program, to compile learners, parts and families of your own:",
      "javac -cp \"$(./ccl classpath)\" …; CCL_CLASSPATH then names where they are."
    })
final class ClasspathCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    String path = System.getProperty("java.class.path");
    spec.commandLine()
        .getOut()
        .println(
            Splitter.on(File.pathSeparatorChar)
                .omitEmptyStrings()
                .splitToStream(path)
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
    return 0;
  }
}

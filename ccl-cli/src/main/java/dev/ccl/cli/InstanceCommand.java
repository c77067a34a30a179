package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.io.Resources;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl instance}: writes instance files. */
@Command(
    name = "instance",
    mixinStandardHelpOptions = true,
    description = "Writes an instance file, to the standard output or to --out.",
    subcommands = {
      InstanceCommand.Separation.class,
      InstanceCommand.Random.class,
      InstanceCommand.Demo.class,
      InstanceCommand.Broken.class,
      ConvertCommand.class,
      InstanceCommand.Schema.class
    })
final class InstanceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** What all kinds of instances have in common: one is made, then written. */
  @Command(mixinStandardHelpOptions = true)
  abstract static class Kind implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Write to FILE; the compact form if its name ends in .cclz.")
    private Path out;

    @Option(names = "--without-target-rewards", description = "Leave the ground truth out.")
    private boolean withoutTargetRewards;

    @Option(
        names = "--budget",
        paramLabel = "N",
        converter = WholeNumber.class,
        description = "Refuse an instance with more than N feature values (default: 20000000).")
    private Long budget = 20_000_000L;

    abstract Instance instance();

    /** How many numbers the features of the instance are, before they are made. */
    double features() {
      return 0; // small
    }

    @Override
    public Integer call() throws IOException {
      checkArgument(
          !(features() > budget),
          "the instance would have %s numbers of features, more than %s: ask for a smaller one, or"
              + " raise --budget",
          String.format(Locale.ROOT, "%,.0f", features()),
          String.format(Locale.ROOT, "%,d", budget));
      Instance whole = instance();
      Instance instance = withoutTargetRewards ? whole.withoutTargetRewards() : whole;
      if (out == null) {
        InstanceWriter.write(instance, spec.commandLine().getOut());
      } else {
        InstanceWriter.write(instance, out);
      }
      return 0;
    }
  }

  /** The JSON Schema of the format. */
  @Command(
      name = "schema",
      mixinStandardHelpOptions = true,
      description = "Prints the JSON Schema of instance files.")
  static final class Schema implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      URL schema = Resources.getResource(Instance.class, "ccl-instance-1.schema.json");
      spec.commandLine().getOut().print(Resources.toString(schema, StandardCharsets.UTF_8));
      spec.commandLine().getOut().flush();
      return 0;
    }
  }

  /** The separation of Section 6. */
  @Command(
      name = "separation",
      showDefaultValues = true,
      description = "The instance of Section 6 of the paper, with source prompts added.")
  static final class Separation extends Kind {
    @Option(names = "-d", paramLabel = "d", description = "Student features.")
    private int d = 4;

    @Option(names = "-D", paramLabel = "D", description = "Calibration features; default: d + 1.")
    private Integer bigD;

    @Option(names = "--lambda", description = "λ, the regularisation.")
    private double lambda = 1;

    @Option(names = "--alpha", description = "The teacher's share of the truth, in [1/2, 1).")
    private double alpha = 0.5;

    @Override
    double features() {
      return SeparationInstance.features(d, bigD == null ? d + 1.0 : bigD);
    }

    @Override
    Instance instance() {
      return SeparationInstance.of(d, bigD == null ? d + 1 : bigD, lambda, alpha);
    }
  }

  /** Random realizable instances. */
  @Command(
      name = "random",
      showDefaultValues = true,
      description = "A random realizable instance; the same options give the same bytes.")
  static final class Random extends Kind {
    @Option(
        names = "--seed",
        required = true,
        description = "The seed, any number; the same gives the same instance.")
    private long seed;

    @Option(names = "--horizon", description = "H, the length of every answer.")
    private int horizon = 3;

    @Option(names = "--letters", description = "How many tokens there are besides EOS and null.")
    private int letters = 2;

    @Option(names = "--source", description = "How many source prompts.")
    private int source = 2;

    @Option(names = "--target", description = "How many target prompts.")
    private int target = 2;

    @Option(names = "--shared", description = "Prompts that are in both lists.")
    private int shared;

    @Option(names = "--repeated", description = "Members of each list that appear in it twice.")
    private int repeated;

    @Option(names = "-D", paramLabel = "D", description = "Calibration features.")
    private int bigD = 3;

    @Option(names = "-d", paramLabel = "d", description = "Student features.")
    private int d = 2;

    @Option(names = "--lambda", description = "λ, the regularisation.")
    private double lambda = 1;

    @Option(names = "--bound", description = "B, the radius of the student's set.")
    private double bound = 2;

    @Option(names = "--set", description = "The shape of W: ball, small-ball or box.")
    private String set = "ball";

    @Option(names = "--teacher-distance", description = "How far the teacher is from the truth.")
    private double teacherDistance = 0.6;

    @Option(names = "--initial-norm", description = "The norm of the student's first parameter.")
    private double initialNorm;

    @Option(names = "--geometry", description = "The features: cube, ball, sphere or axes.")
    private String geometry = "cube";

    @Option(names = "--feasibility", description = "eos-padded, or explicit for random legal sets.")
    private String feasibility = "eos-padded";

    @Option(
        names = "--construction",
        description = "What is drawn, with the other following: rewards-first or reference-first.")
    private String construction = "rewards-first";

    @Option(
        names = "--precision",
        description = "Of features and rewards: double or single, which packs better.")
    private String precision = "double";

    @Override
    double features() {
      return spec().features();
    }

    private RandomSpec spec() {
      return RandomSpec.SMALL
          .withHorizon(horizon)
          .withLetters(letters)
          .withPrompts(source, target)
          .withShared(shared)
          .withRepeated(repeated)
          .withDimensions(bigD, d)
          .withLambda(lambda)
          .withBound(bound)
          .withSetShape(word(SetShape.class, "--set", set))
          .withTeacherDistance(teacherDistance)
          .withInitialNorm(initialNorm)
          .withGeometry(word(Geometry.class, "--geometry", geometry))
          .withFeasibility(word(Feasibility.class, "--feasibility", feasibility))
          .withConstruction(word(Construction.class, "--construction", construction))
          .withPrecision(word(Precision.class, "--precision", precision));
    }

    @Override
    Instance instance() {
      return RandomInstance.of(spec(), seed).instance();
    }
  }

  /** The small example of the guide. */
  @Command(name = "demo", description = "A small instance to look at: two letters, two steps.")
  static final class Demo extends Kind {
    @Override
    Instance instance() {
      return DemoInstance.of();
    }
  }

  /** Instances that break an assumption. */
  @Command(
      name = "broken",
      description = {
        "An instance that breaks one assumption of the paper, or is where its rate is worst:",
        "not-realizable, not-identified, two-oracles, degenerate (p = 3) or boundary."
      })
  static final class Broken extends Kind {
    @Parameters(paramLabel = "KIND", description = "Which of these.")
    private String kind;

    @Override
    Instance instance() {
      return word(BrokenInstance.class, "KIND", kind).instance();
    }
  }

  /** Finds the constant whose name is a word written with hyphens in lower case. */
  static <E extends Enum<E>> E word(Class<E> type, String option, String word) {
    String words =
        Arrays.stream(type.getEnumConstants())
            .map(InstanceCommand::word)
            .collect(Collectors.joining(", "));
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> word(constant).equals(word))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(option + ": \"" + word + "\" is none of " + words));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

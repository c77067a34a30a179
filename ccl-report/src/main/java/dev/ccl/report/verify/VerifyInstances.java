package dev.ccl.report.verify;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Specimens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The instances that {@code ccl verify} knows by name, and those of files. */
public final class VerifyInstances {
  private VerifyInstances() {}

  /**
   * Returns each instance once, in the order of the names.
   *
   * @param names {@code built-in}, {@code tight}, {@code separation}, {@code random} or files
   * @param seed the seed of those that are drawn
   * @param many whether there shall be many of those that have parameters
   * @return the instances
   * @throws IOException if a file cannot be read
   */
  public static ImmutableList<Instance> named(List<String> names, long seed, boolean many)
      throws IOException {
    Map<String, Instance> byDigest = new LinkedHashMap<>();
    for (String name : names) {
      for (Instance instance : named(name.trim(), seed, many)) {
        byDigest.putIfAbsent(instance.digest(), instance);
      }
    }
    return ImmutableList.copyOf(byDigest.values());
  }

  private static List<Instance> named(String name, long seed, boolean many) throws IOException {
    return switch (name) {
      case "built-in" -> instances(Specimens.many());
      case "tight" -> instances(Specimens.tight());
      case "separation" -> separation(many);
      case "random" -> random(seed, many ? 200 : 6);
      default -> List.of(file(name));
    };
  }

  private static List<Instance> instances(List<Specimen> specimens) {
    return specimens.stream().map(Specimen::instance).toList();
  }

  private static Instance file(String name) throws IOException {
    Path path = Path.of(name);
    checkArgument(
        Files.exists(path),
        "--instances: \"%s\" is neither built-in, tight, separation or random nor a file",
        name);
    Instance instance = InstanceReader.read(path);
    Specimen.of(instance); // refuses what is too large
    return instance;
  }

  private static List<Instance> separation(boolean many) {
    List<Instance> out = new ArrayList<>();
    double[] lambdas = many ? new double[] {0.5, 1, 2, 4, 20} : new double[] {1, 20};
    for (double lambda : lambdas) {
      for (int d = 1; d <= 2; d++) {
        out.add(SeparationInstance.of(d, d + 1, lambda, 0.5));
      }
    }
    return out;
  }

  /** Small shapes, both feasibility rules, λ and B over orders of magnitude. */
  private static List<Instance> random(long seed, int count) {
    List<Instance> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RandomStream stream = RandomStreams.of(seed).open(Purpose.INSTANCE, i);
      double bound = StrictMath.pow(10, -1 + 1.5 * stream.nextDouble());
      RandomSpec spec =
          RandomSpec.SMALL
              .withHorizon(1 + stream.nextBelow(3))
              .withLetters(1 + stream.nextBelow(3))
              .withFeasibility(Feasibility.values()[stream.nextBelow(2)])
              .withPrompts(1 + stream.nextBelow(3), 1 + stream.nextBelow(2))
              .withDimensions(1 + stream.nextBelow(3), 1 + stream.nextBelow(2))
              .withLambda(StrictMath.pow(10, -1 + 2 * stream.nextDouble()))
              .withBound(bound)
              .withTeacherDistance(bound)
              .withInitialNorm(0);
      out.add(RandomInstance.of(spec, stream.nextLong() >>> 1).instance());
    }
    return out;
  }
}

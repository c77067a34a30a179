package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Prints how much a reader needs for two rounds of a preset: the files of main sources whose
 * classes such a run loads, without those of instance files, with their lines. Run it by {@code mvn
 * -o -q -pl ccl-algorithms -am test -Dtest=RoundSizeStudy -Dsurefire.failIfNoSpecifiedTests=false},
 * with {@code -Dccl.preset=practical} or {@code careful} for another preset than {@code paper}.
 */
class RoundSizeStudy {
  @Test
  void filesAndLinesOfARound() throws ReflectiveOperationException {
    String preset = System.getProperty("ccl.preset", "paper");
    TreeSet<String> loaded = new TreeSet<>();
    Recording recording = new Recording(loaded);
    Runnable run =
        (Runnable)
            recording
                .loadClass(Rounds.class.getName())
                .getDeclaredConstructor(String.class)
                .newInstance(preset);
    run.run();
    Map<String, Long> lines = new TreeMap<>();
    for (String name : loaded) {
      String file = name.replaceAll("\\$.*", "").replace('.', '/') + ".java";
      if (!file.startsWith("dev/ccl/core/instance/")) {
        sources(file).forEach(source -> lines.put(file, count(source)));
      }
    }
    Map<String, Long> files = new TreeMap<>();
    Map<String, Long> sums = new TreeMap<>();
    lines.forEach(
        (file, count) -> {
          String folder = file.substring("dev/ccl/".length(), file.lastIndexOf('/'));
          files.merge(folder, 1L, Long::sum);
          sums.merge(folder, count, Long::sum);
        });
    lines.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> System.out.printf("%6d  %s%n", entry.getValue(), entry.getKey()));
    files.forEach(
        (folder, n) -> System.out.printf("%4d files %6d lines  %s%n", n, sums.get(folder), folder));
    System.out.printf(
        "%s: %d files, %d lines%n",
        preset, lines.size(), lines.values().stream().mapToLong(Long::longValue).sum());
  }

  private static Stream<Path> sources(String file) {
    return Stream.of("../ccl-core", ".", "../ccl-policies")
        .map(module -> Path.of(module, "src/main/java", file))
        .filter(Files::exists);
  }

  private static long count(Path source) {
    try (Stream<String> lines = Files.lines(source)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads this project's classes itself and takes their names down. */
  private static final class Recording extends ClassLoader {
    private final TreeSet<String> loaded;

    Recording(TreeSet<String> loaded) {
      super(RoundSizeStudy.class.getClassLoader());
      this.loaded = loaded;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.ccl.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        loaded.add(name);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Two rounds of a preset on a small instance; public for the other loader. */
  public static final class Rounds implements Runnable {
    private final String preset;

    public Rounds(String preset) {
      this.preset = preset;
    }

    @Override
    public void run() {
      Ccl learner =
          switch (preset) {
            case "practical" -> Ccl.practical();
            case "careful" -> Ccl.careful();
            default -> Ccl.paper();
          };
      try (Session session =
          learner.start(RandomInstance.of(RandomSpec.SMALL, 1).instance().problem(), 1, 1)) {
        session.advance(2);
      }
    }
  }
}

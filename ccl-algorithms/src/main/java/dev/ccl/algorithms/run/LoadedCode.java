package dev.ccl.algorithms.run;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.ByteSource;
import com.google.common.io.MoreFiles;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where classes were in fact loaded from: their jars, or the directories of a build. */
public final class LoadedCode {
  /** What is in the name of a jar between the last hyphen before a digit and the ending. */
  private static final Pattern VERSION = Pattern.compile("-(\\d[^/\\\\]*?)\\.jar$");

  /**
   * The packages of this library, whose numbers have a {@linkplain RunIdentity#NUMBERS version}.
   */
  private static final Pattern OURS =
      Pattern.compile("dev\\.ccl\\.(core|policies|algorithms|lm|experiments|testkit|theory)\\..*");

  private static final long STARTED = System.nanoTime();

  /** Digests of the classes beside a class, which do not change while they are loaded. */
  private static final ClassValue<Optional<String>> OWN =
      new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
          return isForeign(type) ? Optional.of(classesBeside(type)) : Optional.empty();
        }
      };

  private LoadedCode() {}

  /**
   * Returns a digest of everything in the jars or directories of some classes, whichever of the two
   * they are: names and bytes of the files count, not how they are packed.
   *
   * @param classes any classes
   * @return 64 hexadecimal digits
   */
  public static String digest(List<Class<?>> classes) {
    Set<Path> places = new LinkedHashSet<>();
    for (Class<?> type : classes) {
      place(type).ifPresent(places::add);
    }
    Hasher hasher = Hashing.sha256().newHasher();
    places.forEach(place -> add(hasher, place, name -> true));
    return hasher.hash().toString();
  }

  /** A digest of all classes in the jars or directories of those that are a user's, if any is. */
  static Optional<String> own(Collection<Class<?>> classes) {
    TreeSet<String> digests = new TreeSet<>();
    classes.forEach(type -> OWN.get(type).ifPresent(digests::add));
    return digests.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Hashing.sha256()
                .hashString(String.join(" ", digests), StandardCharsets.UTF_8)
                .toString());
  }

  /** Whether a class is neither of Java nor of this library. */
  private static boolean isForeign(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return false;
    }
    return !OURS.matcher(type.getName()).matches();
  }

  private static String classesBeside(Class<?> type) {
    Hasher hasher = Hashing.sha256().newHasher();
    Optional<Path> place = place(type).filter(Files::exists);
    if (place.isPresent()) {
      add(hasher, place.get(), name -> name.endsWith(".class"));
      return hasher.hash().toString();
    }
    String file = type.getName().replace('.', '/') + ".class";
    URL resource = type.getClassLoader().getResource(file);
    if (resource == null) { // typed into a shell: nothing tells whether it is the same later
      return "of the process that began at " + STARTED;
    }
    add(hasher, file, Resources.asByteSource(resource));
    return hasher.hash().toString();
  }

  private static void add(Hasher hasher, Path place, Predicate<String> counts) {
    within(
        place,
        root -> {
          files(root)
              .forEach(
                  (name, file) -> {
                    if (counts.test(name)) {
                      add(hasher, name, MoreFiles.asByteSource(file));
                    }
                  });
          return Optional.empty();
        });
  }

  private static void add(Hasher hasher, String name, ByteSource file) {
    try {
      byte[] bytes = file.read();
      hasher.putString(name, StandardCharsets.UTF_8).putInt(bytes.length).putBytes(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files by name, in the order of the names; what describes a jar is left out. */
  private static ImmutableSortedMap<String, Path> files(Path root) {
    ImmutableSortedMap.Builder<String, Path> files = ImmutableSortedMap.naturalOrder();
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(Files::isRegularFile)
          .forEach(
              file -> {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("META-INF/")) {
                  files.put(name, file);
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.buildOrThrow();
  }

  /**
   * Returns the version of the library that a class was loaded from.
   *
   * @param type a class
   * @return what its jar or the name of it says, or {@code unknown}
   */
  public static String version(Class<?> type) {
    Optional<Path> place = place(type);
    return place
        .flatMap(jar -> within(jar, LoadedCode::declared))
        .or(() -> place.flatMap(LoadedCode::named))
        .orElse("unknown");
  }

  private static Optional<String> declared(Path root) {
    try (Stream<Path> files = Files.walk(root.resolve("META-INF"))) {
      List<Path> poms = files.filter(file -> file.endsWith("pom.properties")).toList();
      if (poms.size() == 1) {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(poms.get(0))) {
          properties.load(in);
        }
        return Optional.ofNullable(properties.getProperty("version"));
      }
      try (InputStream in = Files.newInputStream(root.resolve("META-INF/MANIFEST.MF"))) {
        return Optional.ofNullable(
            new Manifest(in).getMainAttributes().getValue("Implementation-Version"));
      }
    } catch (IOException e) {
      return Optional.empty(); // a directory or a jar that says nothing about itself
    }
  }

  private static Optional<String> named(Path jar) {
    Matcher matcher = VERSION.matcher(jar.getFileName().toString());
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Optional<Path> place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty(); // no file, such as a jar within a jar
    }
  }

  private static <V> Optional<V> within(Path place, Function<Path, Optional<V>> action) {
    if (Files.isDirectory(place)) {
      return action.apply(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return action.apply(jar.getPath("/"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

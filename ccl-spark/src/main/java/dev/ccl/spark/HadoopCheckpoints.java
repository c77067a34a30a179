package dev.ccl.spark;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.RunIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * The journal of replicates on any file system that Hadoop knows: one file per replicate, named
 * after what decides its bits. An executor that was given up but lives on is a second writer of the
 * same file; so every write goes to a name of its own and is then renamed. Both write the same
 * bits, and whichever comes last may only be the older of two good checkpoints. Some file systems
 * replace a file in two steps: between them a writer may find the other's file, which will do as
 * well, and a reader none, or a checksum of the other's, which is as good as none.
 */
final class HadoopCheckpoints implements Journal {
  private final FileSystem files;
  private final Path directory;
  private final RunIdentity identity;
  private final Cadence cadence;

  private HadoopCheckpoints(
      FileSystem files, Path directory, RunIdentity identity, Cadence cadence) {
    this.files = files;
    this.directory = directory;
    this.identity = identity;
    this.cadence = cadence;
  }

  /**
   * Returns the journal below a place.
   *
   * @param hadoop what Spark's Hadoop knows about file systems
   * @param place a directory of any file system
   * @param identity the identity of the replicates
   * @param cadence how often a replicate in progress is kept
   * @throws UncheckedIOException if the place cannot be used; the message names it
   */
  static HadoopCheckpoints in(
      Configuration hadoop, URI place, RunIdentity identity, Cadence cadence) {
    try {
      Path directory = new Path(place);
      FileSystem files = directory.getFileSystem(hadoop);
      if (!files.mkdirs(directory)) {
        throw new IOException("cannot be made a directory");
      }
      return new HadoopCheckpoints(files, directory, identity, cadence);
    } catch (IOException | IllegalArgumentException e) {
      throw new UncheckedIOException(
          new IOException("--checkpoints " + place + ": " + Reasons.of(e), e));
    }
  }

  private String prefix() {
    return identity.digest().substring(0, 32) + "-seed";
  }

  private Path file(long seed) {
    return new Path(directory, prefix() + seed + ".json");
  }

  @Override
  public Cadence cadence() {
    return cadence;
  }

  @Override
  public Optional<Replicate> find(long seed) {
    Path file = file(seed);
    try {
      if (!files.exists(file)) {
        return Optional.empty();
      }
      try (FSDataInputStream in = files.open(file)) {
        return Optional.of(Checkpoints.replicate(file, in.readAllBytes(), identity, seed));
      }
    } catch (FileNotFoundException | ChecksumException e) {
      return Optional.empty(); // it is being replaced
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(file + ": " + Reasons.of(e), e));
    }
  }

  @Override
  public void keep(Replicate replicate) {
    Path file = file(replicate.seed());
    Path temporary = new Path(directory, "." + file.getName() + "." + UUID.randomUUID());
    try {
      try (FSDataOutputStream out = files.create(temporary, false)) {
        out.write(Checkpoints.bytes(identity, replicate));
        out.hsync();
      }
      replace(temporary, file);
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(file + ": " + Reasons.of(e), e));
    }
  }

  private void replace(Path temporary, Path file) throws IOException {
    try {
      FileContext.getFileContext(files.getUri(), files.getConf())
          .rename(temporary, file, Options.Rename.OVERWRITE);
    } catch (FileAlreadyExistsException e) {
      files.delete(temporary, false); // another writer was faster
    }
  }

  /**
   * Forgets replicates whose results are safe elsewhere, and what writers left who were ended in
   * the middle of a file.
   */
  void forget(Iterable<Long> seeds) throws IOException {
    for (long seed : seeds) {
      files.delete(file(seed), false);
    }
    String unfinished = "." + prefix();
    for (FileStatus left :
        files.listStatus(directory, path -> path.getName().startsWith(unfinished))) {
      files.delete(left.getPath(), false);
    }
  }
}

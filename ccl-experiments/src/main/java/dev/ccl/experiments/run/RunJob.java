package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Replicate;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Takes a plan to its files, from wherever an earlier attempt has left it. A job owns its directory
 * until it is closed.
 */
public final class RunJob implements AutoCloseable {
  private final RunPlan plan;
  private final RunDirectory directory;

  private RunJob(RunPlan plan, RunDirectory directory) {
    this.plan = plan;
    this.directory = directory;
  }

  /** How a job ended. */
  public enum End {
    /** The files are there, made by this job. */
    FINISHED,
    /** The files were there, complete and unharmed. */
    FOUND,
    /** The monitor stopped it; it can be resumed. */
    STOPPED,
    /** Some of several runs failed; the others are finished. */
    FAILED
  }

  /**
   * Takes possession of a directory.
   *
   * @param plan what to run
   * @param out the directory
   * @param beginning what may be in the directory
   * @return the job; close it
   * @throws IOException if the directory cannot be used
   * @throws IllegalArgumentException if something else is in the directory, or another process
   */
  public static RunJob open(RunPlan plan, Path out, StartMode beginning) throws IOException {
    RunDirectory directory = RunDirectory.open(out, beginning);
    RunJob job = new RunJob(plan, directory);
    try {
      if (!directory.holds(plan)) {
        Checkpoints checkpoints = job.checkpoints(Cadence.AT_THE_END);
        plan.allSeeds().forEach(checkpoints::find); // refuses those of other runs
      }
      return job;
    } catch (IOException | RuntimeException e) {
      job.close();
      throw e;
    }
  }

  /**
   * Runs what is not yet done and writes the files.
   *
   * @param threads how many threads, which changes no result
   * @param cadence how often to keep a checkpoint, which changes no result
   * @param monitor watches and may stop the job
   * @return how it ended
   * @throws IOException if a file cannot be written
   */
  public End run(int threads, Cadence cadence, Monitor monitor) throws IOException {
    if (directory.holds(plan)) {
      monitor.completed(plan.work());
      return End.FOUND;
    }
    Checkpoints checkpoints = checkpoints(cadence);
    boolean complete =
        plan.replicates().run(plan.firstSeed(), plan.seeds(), threads, checkpoints, monitor);
    if (!complete) {
      return End.STOPPED;
    }
    RunFiles.write(plan, checkpoints, directory, threads);
    return End.FINISHED;
  }

  /**
   * Returns the seeds that are not at their last round yet.
   *
   * @return what is left to run
   * @throws IOException if a file cannot be read
   */
  public ImmutableList<Long> unfinished() throws IOException {
    if (directory.holds(plan)) {
      return ImmutableList.of();
    }
    Checkpoints checkpoints = checkpoints(Cadence.AT_THE_END);
    return plan.allSeeds().stream()
        .filter(
            seed ->
                checkpoints
                    .find(seed)
                    .filter(replicate -> replicate.isFinished(plan.recorded()))
                    .isEmpty())
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Takes over a finished replicate that ran elsewhere.
   *
   * @param seed its seed
   * @param checkpoint its last checkpoint
   * @param rows what {@link RunPlan#rows} made of it there
   * @param made what {@link Provenance#here} said there
   * @throws IOException if a file cannot be written
   * @throws IllegalArgumentException if the checkpoint is of another run
   */
  public void accept(long seed, byte[] checkpoint, String rows, String made) throws IOException {
    Replicate replicate =
        Checkpoints.replicate("what was sent of seed " + seed, checkpoint, plan.identity(), seed);
    checkArgument(
        replicate.isFinished(plan.recorded()),
        "what was sent of seed %s is at round %s",
        seed,
        replicate.state().round());
    JsonFile.writeSealed(
        directory.delivery(seed),
        json -> {
          json.writeStringField("rows", rows);
          json.writeStringField("made", made);
        });
    checkpoints(Cadence.AT_THE_END).keep(replicate);
  }

  /**
   * Adds what takes a search to each row of a finished run, unless it is there.
   *
   * @param threads how many threads, which changes no result
   * @param monitor may stop it
   * @return how it ended
   * @throws IOException if a file cannot be read or written
   */
  public End evaluate(int threads, Monitor monitor) throws IOException {
    FinishedRun run = FinishedRun.open(directory.path());
    if (run.measures().containsAll(Measure.EVALUATED)) {
      return End.FOUND;
    }
    return RowColumns.evaluate(plan, run, threads, monitor) ? End.FINISHED : End.STOPPED;
  }

  private Checkpoints checkpoints(Cadence cadence) {
    return Checkpoints.in(directory.checkpoints(), plan.identity(), cadence);
  }

  /** Gives the directory free. */
  @Override
  public void close() throws IOException {
    directory.close();
  }
}

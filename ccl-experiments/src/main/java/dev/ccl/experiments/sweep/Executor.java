package dev.ccl.experiments.sweep;

import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunJob;
import java.io.IOException;
import java.util.List;

/** Runs the cells of a sweep: on threads of this machine, or on a cluster. */
public interface Executor {
  /** Listens for cells that fail. Called from several threads. */
  @FunctionalInterface
  interface FailureListener {
    /**
     * Called at once when something of a cell fails, while others go on.
     *
     * @param cell the cell
     * @param reason why
     */
    void failed(Sweep.Cell cell, Exception reason);
  }

  /**
   * Runs what is not finished of the cells, each in its directory. A cell that fails hinders no
   * other.
   *
   * @param cells the cells
   * @param monitor watches and may stop
   * @param failures told of each cell that fails
   * @return {@link RunJob.End#FAILED} if one has failed, {@link RunJob.End#STOPPED} if the monitor
   *     has stopped them
   * @throws IOException if nothing can be run at all
   */
  RunJob.End run(List<Sweep.Cell> cells, Monitor monitor, FailureListener failures)
      throws IOException;
}

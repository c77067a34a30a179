package dev.ccl.spark;

import java.io.Serializable;

/**
 * The outcome of a replicate on a worker: its last checkpoint and its rows, or why there are none.
 *
 * @param cell the number of its cell
 * @param seed its seed
 * @param checkpoint its last checkpoint, not copied: it is large and is handed on at once
 * @param rows its lines of the table of the run
 * @param resumed the round at which this attempt went on
 * @param made the programs and the machine
 * @param failure the reason of a failure, or null
 */
@SuppressWarnings("ArrayRecordComponent") // it only travels, and is never compared
record Delivery(
    int cell, long seed, byte[] checkpoint, String rows, long resumed, String made, String failure)
    implements Serializable {

  static Delivery finished(
      int cell, long seed, byte[] checkpoint, String rows, long resumed, String made) {
    return new Delivery(cell, seed, checkpoint, rows, resumed, made, null);
  }

  static Delivery failed(int cell, long seed, String reason) {
    return new Delivery(cell, seed, new byte[0], "", 0, "", reason);
  }

  boolean isFailed() {
    return failure != null;
  }
}

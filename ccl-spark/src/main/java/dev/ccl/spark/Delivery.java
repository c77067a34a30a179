package dev.ccl.spark;

import java.io.Serializable;

/** What a task sends home of one replicate: its last checkpoint and its rows, or why not. */
final class Delivery implements Serializable {
  private static final long serialVersionUID = 1;

  private final int cell;
  private final long seed;
  private final byte[] checkpoint;
  private final String rows;
  private final long resumed;
  private final String made;
  private final String failure;

  private Delivery(
      int cell,
      long seed,
      byte[] checkpoint,
      String rows,
      long resumed,
      String made,
      String failure) {
    this.cell = cell;
    this.seed = seed;
    this.checkpoint = checkpoint;
    this.rows = rows;
    this.resumed = resumed;
    this.made = made;
    this.failure = failure;
  }

  /**
   * A finished replicate.
   *
   * @param cell the number of its cell
   * @param seed its seed
   * @param checkpoint its last checkpoint; read
   * @param rows its lines of {@code runs.csv}
   * @param resumed the round at which this attempt went on
   * @param made on what programs and machine
   */
  static Delivery finished(
      int cell, long seed, byte[] checkpoint, String rows, long resumed, String made) {
    return new Delivery(cell, seed, checkpoint, rows, resumed, made, null);
  }

  static Delivery failed(int cell, long seed, String reason) {
    return new Delivery(cell, seed, new byte[0], "", 0, "", reason);
  }

  int cell() {
    return cell;
  }

  long seed() {
    return seed;
  }

  /** The bytes themselves, not a copy: they are large and are handed on at once. */
  byte[] checkpoint() {
    return checkpoint;
  }

  String rows() {
    return rows;
  }

  long resumed() {
    return resumed;
  }

  String made() {
    return made;
  }

  boolean isFailed() {
    return failure != null;
  }

  String failure() {
    return failure;
  }
}

package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Cursor;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TargetBatches;
import dev.ccl.core.random.Purpose;
import java.util.ArrayList;
import java.util.List;

/** An engine whose batches say what a script says, and which lists what it was asked for. */
abstract class ScriptedEngine implements Engine, TargetBatches {
  final boolean whole;
  final List<String> asked = new ArrayList<>();

  ScriptedEngine(boolean whole) {
    this.whole = whole;
  }

  /** The cost of a student in the batch of a name. */
  abstract double cost(double[] theta, long number, long update);

  /** F, row-major. */
  double[] information(long number) {
    throw new UnsupportedOperationException();
  }

  @Override
  public double cost(double[] theta, Rollouts batch, Purpose purpose) {
    asked.add(purpose + " " + batch);
    return cost(theta, batch.number(), batch.update());
  }

  @Override
  public void costs(double[] first, double[] second, Rollouts batch, double[] out) {
    asked.add("both " + batch);
    out[0] = cost(first, batch.number(), batch.update());
    out[1] = cost(second, batch.number(), batch.update());
  }

  @Override
  public void information(double[] theta, Rollouts batch, double[] matrix) {
    double[] f = information(batch.isExact() ? 0 : batch.number());
    System.arraycopy(f, 0, matrix, 0, f.length);
  }

  @Override
  public double largestCount() {
    return 100 - asked.size();
  }

  @Override
  public double gradient(double[] theta, Rollouts b, Credit c, double[] out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void calibrate(double[] w) {}

  @Override
  public boolean isWhole() {
    return whole;
  }

  @Override
  public SourceCursor source() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Cursor target() {
    throw new UnsupportedOperationException();
  }

  @Override
  public TargetBatches batches() {
    return this;
  }

  @Override
  public void inspect(double[] w, double[] theta, boolean everywhere) {}

  @Override
  public void close() {}
}

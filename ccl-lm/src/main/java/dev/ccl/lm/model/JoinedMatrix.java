package dev.ccl.lm.model;

/** Matrices of different kinds with the same input, their outputs one behind the other. */
final class JoinedMatrix extends Matrix {
  private final Matrix[] parts;

  JoinedMatrix(Matrix[] parts) {
    super(parts[0].inputs(), total(parts), null);
    this.parts = parts.clone();
  }

  @Override
  Matrix biased(float[] own) {
    throw new UnsupportedOperationException("a bias belongs to a part");
  }

  @Override
  public void weights(int output, float[] out) {
    int left = output;
    for (Matrix part : parts) {
      if (left < part.outputs()) {
        part.weights(left, out);
        return;
      }
      left -= part.outputs();
    }
    throw new IndexOutOfBoundsException(output);
  }

  @Override
  Matrix reordered(int[] order, float[] reorderedBias) {
    throw new UnsupportedOperationException("outputs are reordered before they are joined");
  }

  @Override
  void product(float[][] x, float[][] y, int columns) {
    int at = 0;
    for (Matrix part : parts) {
      float[][] own = new float[columns][part.outputs()];
      part.multiply(x, own, columns);
      for (int b = 0; b < columns; b++) {
        System.arraycopy(own[b], 0, y[b], at, part.outputs());
      }
      at += part.outputs();
    }
  }

  @Override
  void digestWeights(LlamaWeights.Digest digest) {
    for (Matrix part : parts) {
      part.digest(digest);
    }
  }
}

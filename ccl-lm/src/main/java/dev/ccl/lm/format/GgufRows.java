package dev.ccl.lm.format;

import dev.ccl.lm.model.Matrix;
import java.io.IOException;

/** The rows of a tensor in a file, as floats; a number that is not finite is refused. */
final class GgufRows implements Matrix.Source {
  private final GgufType type;
  private final BinaryFile.Part part;
  private byte[] bytes = new byte[0];

  GgufRows(GgufType type, BinaryFile.Part part) {
    this.type = type;
    this.part = part;
  }

  @Override
  public void read(float[] row) throws IOException {
    if (type == GgufType.F32) {
      part.weights(row);
      return;
    }
    int size = (int) type.bytes(row.length);
    bytes = bytes.length == size ? bytes : new byte[size];
    part.bytes(bytes, "a row");
    int step = (int) type.bytes(type.block());
    for (int block = 0; block < row.length / type.block(); block++) {
      GgufBlocks.widen(type, bytes, block * step, row, block * type.block());
    }
    part.requireFinite(row);
  }
}

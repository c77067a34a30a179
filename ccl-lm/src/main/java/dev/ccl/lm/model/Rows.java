package dev.ccl.lm.model;

/**
 * A table of weights that is read where it lies, row by row. Safe for the use of several threads.
 */
public interface Rows {
  /** Numbers that are read at once begin at a multiple of this. */
  int STEP = 256;

  /** {@return the number of rows, at least 1} */
  int count();

  /** {@return the size of a row, at least 1} */
  int size();

  /**
   * Copies a part of a row.
   *
   * @param row below {@link #count}
   * @param from the first number, a multiple of {@link #STEP}
   * @param out overwritten from its beginning
   * @param length how many numbers
   */
  void read(int row, int from, float[] out, int length);

  /**
   * Returns rows in memory.
   *
   * @param rows of the same size each; kept, and not to be changed
   * @return the rows
   */
  static Rows of(float[][] rows) {
    return new Rows() {
      @Override
      public int count() {
        return rows.length;
      }

      @Override
      public int size() {
        return rows[0].length;
      }

      @Override
      public void read(int row, int from, float[] out, int length) {
        System.arraycopy(rows[row], from, out, 0, length);
      }
    };
  }
}

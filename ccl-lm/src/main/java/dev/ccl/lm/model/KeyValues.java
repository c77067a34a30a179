package dev.ccl.lm.model;

import java.util.Arrays;

/**
 * Keys and values of the tokens seen so far, in numbered slots. A prefix is a list of slots, so
 * that prefixes with a common beginning share them.
 */
final class KeyValues {
  private final int groups;
  private final int headWidth;
  private final float[][][] keys; // [layer and group][slot]
  private final float[][][] values;

  KeyValues(LlamaShape shape) {
    this.groups = shape.groups();
    this.headWidth = shape.headWidth();
    this.keys = new float[shape.layers() * groups][0][];
    this.values = new float[shape.layers() * groups][0][];
  }

  /** Returns how many slots have room in a memory of so many bytes. */
  static int slots(LlamaShape shape, long memory) {
    long bytes = (long) Float.BYTES * 2 * shape.keyWidth() * shape.layers();
    return (int) Math.min(memory / bytes, 1 << 30);
  }

  /** Makes room for slots below a number. */
  void ensure(int slots) {
    int old = keys[0].length;
    if (slots > old) {
      int size = Math.max(slots, old + old / 2 + 16);
      for (int i = 0; i < keys.length; i++) {
        keys[i] = grown(keys[i], size);
        values[i] = grown(values[i], size);
      }
    }
  }

  private float[][] grown(float[][] slots, int size) {
    float[][] result = Arrays.copyOf(slots, size);
    for (int i = slots.length; i < size; i++) {
      result[i] = new float[headWidth];
    }
    return result;
  }

  /** Keeps the keys and values of all groups of a layer. */
  void put(int layer, int slot, float[] from, int keysAt, int valuesAt) {
    for (int g = 0; g < groups; g++) {
      int at = g * headWidth;
      System.arraycopy(from, keysAt + at, keys[layer * groups + g][slot], 0, headWidth);
      System.arraycopy(from, valuesAt + at, values[layer * groups + g][slot], 0, headWidth);
    }
  }

  float[][] keys(int layer, int group) {
    return keys[layer * groups + group];
  }

  float[][] values(int layer, int group) {
    return values[layer * groups + group];
  }
}

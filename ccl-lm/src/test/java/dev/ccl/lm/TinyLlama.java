package dev.ccl.lm;

import dev.ccl.lm.model.Levels;
import dev.ccl.lm.model.LlamaLayer;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.LlamaShape;
import dev.ccl.lm.model.LlamaWeights;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A seeded random model of a few kilobytes, held as named tables with one row per output, the way
 * files hold them. Vectors are tables with one row. Matrices are scaled by the root of their
 * inputs, as trained ones roughly are: larger ones make attention sharp, which amplifies roundings.
 */
public final class TinyLlama {
  /** Sizes that are no multiples of four. */
  public static final LlamaShape ODD = new LlamaShape(11, 10, 2, 3, 1, 6, 7, 90, 1e-5, 10_000, 1);

  /** Sizes that all formats can hold. */
  public static final LlamaShape EVEN =
      new LlamaShape(300, 32, 2, 4, 2, 8, 64, 64, 1e-5, 10_000, 1);

  private final LlamaShape shape;
  private final boolean tied;
  private final Map<String, float[][]> tables = new LinkedHashMap<>();
  private final Map<String, float[]> scales = new LinkedHashMap<>(); // if products round

  private TinyLlama(LlamaShape shape, boolean tied) {
    this.shape = shape;
    this.tied = tied;
  }

  /** Draws a model. */
  public static TinyLlama of(LlamaShape shape, boolean tied, long seed) {
    TinyLlama model = new TinyLlama(shape, tied);
    Random random = new Random(seed);
    int width = shape.width();
    model.draw("embed", shape.vocabulary(), width, 1, 0, random);
    for (int l = 0; l < shape.layers(); l++) {
      model.draw("norm1." + l, 1, width, 0.3, 1, random);
      model.draw("q." + l, shape.queryWidth(), width, 1, 0, random);
      model.draw("k." + l, shape.keyWidth(), width, 1, 0, random);
      model.draw("v." + l, shape.keyWidth(), width, 1, 0, random);
      model.draw("o." + l, width, shape.queryWidth(), 1, 0, random);
      model.draw("norm2." + l, 1, width, 0.3, 1, random);
      model.draw("gate." + l, shape.inner(), width, 1, 0, random);
      model.draw("up." + l, shape.inner(), width, 1, 0, random);
      model.draw("down." + l, width, shape.inner(), 1, 0, random);
    }
    model.draw("norm", 1, width, 0.3, 1, random);
    if (!tied) {
      model.draw("output", shape.vocabulary(), width, 1, 0, random);
    }
    return model;
  }

  /** Draws a model whose products multiply whole numbers: its tables are these times scales. */
  public static TinyLlama rounding(LlamaShape shape, boolean tied, long seed) {
    TinyLlama model = of(shape, tied, seed);
    for (String name : model.names()) {
      if (!name.startsWith("norm") && (tied || !name.equals("embed"))) {
        model.makeWhole(name);
      }
    }
    return model;
  }

  private void makeWhole(String name) {
    float[][] table = table(name);
    float[] scale = new float[table.length];
    for (int j = 0; j < table.length; j++) {
      for (float v : table[j]) {
        scale[j] = Math.max(scale[j], Math.abs(v) / 120);
      }
      for (int i = 0; i < table[j].length; i++) {
        table[j][i] = Math.round(table[j][i] / scale[j]) * scale[j];
      }
    }
    scales.put(name, scale);
  }

  private void draw(String name, int rows, int size, double scale, double mean, Random random) {
    float[][] table = new float[rows][size];
    for (float[] row : table) {
      for (int i = 0; i < size; i++) {
        double unit = rows == 1 ? 1 : 1 / Math.sqrt(size);
        row[i] = (float) (mean + scale * unit * random.nextGaussian());
      }
    }
    tables.put(name, table);
  }

  /** Returns the sizes. */
  public LlamaShape shape() {
    return shape;
  }

  /** Tells whether output embeddings are input embeddings. */
  public boolean tied() {
    return tied;
  }

  /** Tells whether products round what they multiply. */
  public boolean rounding() {
    return !scales.isEmpty();
  }

  /** Returns the names of the tables, in the order of the layers. */
  public List<String> names() {
    return List.copyOf(tables.keySet());
  }

  /** Returns a table; it may be changed. */
  public float[][] table(String name) {
    return tables.get(tied && name.equals("output") ? "embed" : name);
  }

  /** Builds the model under test. */
  public LlamaModel model() {
    try {
      return LlamaModel.of(weights());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LlamaWeights weights() throws IOException {
    List<LlamaLayer> layers = new ArrayList<>();
    for (int l = 0; l < shape.layers(); l++) {
      layers.add(
          LlamaLayer.builder()
              .norms(table("norm1." + l)[0], table("norm2." + l)[0])
              .attention(matrix("q." + l), matrix("k." + l), matrix("v." + l), matrix("o." + l))
              .gated(matrix("gate." + l), matrix("up." + l), matrix("down." + l))
              .build());
    }
    if (tied) {
      return LlamaWeights.tied(shape, layers, table("norm")[0], matrix("embed"));
    }
    float[][] embed = Arrays.stream(table("embed")).map(float[]::clone).toArray(float[][]::new);
    return LlamaWeights.untied(shape, Rows.of(embed), layers, table("norm")[0], matrix("output"));
  }

  private Matrix matrix(String name) throws IOException {
    float[][] table = table(name);
    float[] scale = scales.get(name);
    if (scale != null) {
      return Matrix.rounding(levels(table, scale));
    }
    int[] next = {0};
    return Matrix.byOutput(
        table[0].length,
        table.length,
        row -> System.arraycopy(table[next[0]++], 0, row, 0, row.length));
  }

  private static Levels levels(float[][] table, float[] scale) {
    Levels levels = new Levels(Levels.Form.BYTES, 32, false, table[0].length, table.length);
    for (int j = 0; j < table.length; j++) {
      for (int g = 0; g < (table[0].length + 31) / 32; g++) {
        int[] level = new int[32];
        for (int i = 32 * g; i < Math.min(table[0].length, 32 * g + 32); i++) {
          level[i % 32] = Math.round(table[j][i] / scale[j]);
        }
        levels.setGroup(j, g, level, 0);
        levels.setScale(j, g, scale[j], 0);
      }
    }
    return levels;
  }
}

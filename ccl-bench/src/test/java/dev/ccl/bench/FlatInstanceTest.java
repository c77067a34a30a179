package dev.ccl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A random instance that is written in the flat form and read again is the same problem. */
final class FlatInstanceTest {
  @TempDir private Path directory;

  private final LearningProblem problem =
      RandomInstance.of(RandomSpec.SMALL, 3).instance().problem();
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

  @Test
  void readsWhatWasWritten() throws IOException {
    LearningProblem read = FlatInstance.read(write("CCLFLAT1"));
    assertEquals(problem.lambda(), read.lambda());
    assertEquals(problem.bound(), read.bound());
    assertEquals(problem.horizon(), read.horizon());
    assertEquals(problem.calibration().initial(), read.calibration().initial());
    assertEquals(problem.student().initial(), read.student().initial());
    assertSame(problem.target().calibration(), read.target().calibration());
    assertSame(problem.target().student(), read.target().student());
    assertSame(problem.source().calibration(), read.source().calibration());
    assertSame(problem.source().student(), read.source().student());
    EdgeLaw reference = problem.source().reference();
    EdgeLaw readReference = read.source().reference();
    Forest source = problem.source().forest();
    for (int e = 0; e < source.edges(); e++) {
      assertEquals(reference.probability(e), readReference.probability(e));
      if (source.child(e) < 0) {
        assertEquals(problem.newVerifier().query(e), read.newVerifier().query(e));
      }
    }
  }

  @Test
  void refusesOtherFiles() throws IOException {
    Path wrong = write("CCLFLAT0");
    Exception error = assertThrows(IllegalArgumentException.class, () -> FlatInstance.read(wrong));
    assertTrue(error.getMessage().contains("CCLFLAT1"), error.getMessage());
    Path half = directory.resolve("half.bin");
    byte[] all = Files.readAllBytes(write("CCLFLAT1"));
    Files.write(half, java.util.Arrays.copyOf(all, all.length / 2));
    error = assertThrows(IllegalArgumentException.class, () -> FlatInstance.read(half));
    assertTrue(error.getMessage().contains("too early"), error.getMessage());
  }

  private static void assertSame(EdgeModel expected, EdgeModel actual) {
    Forest forest = expected.forest();
    assertEquals(forest.edges(), actual.forest().edges());
    double[] theta = new double[expected.dimension()];
    double[] a = new double[forest.edges()];
    double[] b = new double[forest.edges()];
    for (int i = 0; i < theta.length; i++) {
      theta[i] = 1;
      expected.logits(theta, 0, forest.nodes(), a);
      actual.logits(theta, 0, forest.nodes(), b);
      for (int e = 0; e < a.length; e++) {
        assertEquals(a[e], b[e]);
        assertEquals(forest.child(e), actual.forest().child(e));
      }
      theta[i] = 0;
    }
  }

  private Path write(String magic) throws IOException {
    bytes.clear();
    bytes.put(magic.getBytes(StandardCharsets.US_ASCII));
    Dataset target = problem.target().dataset();
    Dataset source = problem.source().dataset();
    longs(problem.horizon(), problem.calibration().family().dimension());
    longs(problem.student().family().dimension(), target.size(), source.size());
    longs(target.forest().nodes(), target.forest().edges());
    longs(source.forest().nodes(), source.forest().edges());
    doubles(problem.lambda(), problem.bound(), problem.calibration().set().radius(), 0);
    doubles(problem.calibration().initial().toArray());
    doubles(problem.student().initial().toArray());
    tree(target, problem.target().calibration(), problem.target().student());
    tree(source, problem.source().calibration(), problem.source().student());
    EdgeLaw reference = problem.source().reference();
    for (int e = 0; e < source.forest().edges(); e++) {
      doubles(reference.probability(e));
    }
    for (int e = 0; e < source.forest().edges(); e++) {
      doubles(source.forest().child(e) < 0 ? problem.newVerifier().query(e) : 0);
    }
    Path file = directory.resolve(magic + ".bin");
    bytes.flip();
    byte[] all = new byte[bytes.remaining()];
    bytes.get(all);
    return Files.write(file, all);
  }

  private void tree(Dataset dataset, EdgeModel calibration, EdgeModel student) {
    Forest forest = dataset.forest();
    for (int j = 0; j < dataset.size(); j++) {
      longs(dataset.root(j));
    }
    for (int s = 0; s <= forest.nodes(); s++) {
      longs(forest.firstEdge(s));
    }
    for (int e = 0; e < forest.edges(); e++) {
      longs(Math.max(-1, forest.child(e)));
    }
    rows(forest, calibration);
    rows(forest, student);
  }

  private void rows(Forest forest, EdgeModel model) {
    for (int s = 0; s < forest.nodes(); s++) {
      double[] rows = new double[forest.degree(s) * model.dimension()];
      model.gradients(new double[model.dimension()], s, rows);
      doubles(rows);
    }
  }

  private void longs(long... values) {
    for (long value : values) {
      bytes.putLong(value);
    }
  }

  private void doubles(double... values) {
    for (double value : values) {
      bytes.putDouble(value);
    }
  }
}

package dev.ccl.bench.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reading an instance file. The control looks at its JSON tokens and builds nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class InstanceReading {
  /** The horizon: each token more makes the forest five times as large. */
  @Param({"2", "3", "4", "5"})
  public int horizon;

  private byte[] text;
  private byte[] compact;

  /**
   * Writes the file, in both forms.
   *
   * @throws IOException never
   */
  @Setup
  public void prepare() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Instance instance = RandomInstance.of(RandomSpec.MEDIUM.withHorizon(horizon), 1).instance();
    InstanceWriter.write(instance, bytes);
    text = bytes.toByteArray();
    bytes.reset();
    InstanceWriter.writeCompact(instance, bytes);
    compact = bytes.toByteArray();
  }

  /**
   * Reads and checks the instance.
   *
   * @return the instance
   * @throws IOException never
   */
  @Benchmark
  public Instance read() throws IOException {
    return InstanceReader.read("benchmark", new ByteArrayInputStream(text));
  }

  /**
   * Reads and checks the same instance in the compact form.
   *
   * @return the instance
   * @throws IOException never
   */
  @Benchmark
  public Instance readCompact() throws IOException {
    return InstanceReader.read("benchmark", new ByteArrayInputStream(compact));
  }

  /**
   * The control.
   *
   * @return the number of tokens
   * @throws IOException never
   */
  @Benchmark
  public int tokensControl() throws IOException {
    int tokens = 0;
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}

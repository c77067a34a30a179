package dev.ccl.bench;

import com.google.common.primitives.Doubles;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The forms of an instance file: how large each is and how long it takes to be read and checked.
 * The forms are read in turn; the figure is the median of the CPU times after some that do not
 * count. The control of both other forms is the first, JSON.
 */
public final class FileForms {
  private static final int UNCOUNTED = 3;
  private static final int COUNTED = 5;

  private final String name;
  private final byte[] bytes;
  private final List<Double> seconds = new ArrayList<>();

  private FileForms(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  private interface Form {
    void write(Instance instance, ByteArrayOutputStream out) throws IOException;
  }

  private static FileForms of(String name, Instance instance, Form form) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    form.write(instance, out);
    return new FileForms(name, out.toByteArray());
  }

  private void read() {
    long start = Cpu.nanos();
    try {
      InstanceReader.read(name, new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not from memory
    }
    seconds.add(1e-9 * (Cpu.nanos() - start));
  }

  private double median() {
    double[] counted = Doubles.toArray(seconds.subList(UNCOUNTED, seconds.size()));
    Arrays.sort(counted);
    return counted[counted.length / 2];
  }

  /**
   * Measures 40 prompts with 8 tokens.
   *
   * @param args the horizon, 5 if there is none
   * @throws IOException never
   */
  public static void main(String[] args) throws IOException {
    int horizon = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    RandomSpec spec = RandomSpec.SMALL.withHorizon(horizon).withLetters(6).withPrompts(20, 20);
    Instance exact = RandomInstance.of(spec, 1).instance();
    Instance single = RandomInstance.of(spec.withPrecision(Precision.SINGLE), 1).instance();
    List<FileForms> forms =
        List.of(
            of("JSON", exact, InstanceWriter::write),
            of("compact", exact, InstanceWriter::writeCompact),
            of("compact, single precision", single, InstanceWriter::writeCompact));
    for (int i = 0; i < UNCOUNTED + COUNTED; i++) {
      forms.forEach(FileForms::read);
    }
    System.out.printf(
        "| 40 prompts × 8 tokens × H = %d | bytes | smaller | s to read | faster |%n", horizon);
    System.out.println("| --- | --- | --- | --- | --- |");
    for (FileForms form : forms) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %,d | %.1f | %.2f | %.1f |%n",
          form.name,
          form.bytes.length,
          (double) forms.get(0).bytes.length / form.bytes.length,
          form.median(),
          forms.get(0).median() / form.median());
    }
  }
}

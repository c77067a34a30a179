package dev.ccl.core.instance.generator;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The small example that documentation and first steps use: two letters, two steps, one source and
 * one target prompt, small enough to read. It satisfies the assumptions of the paper with w* =
 * (0.8, −0.5).
 */
public final class DemoInstance {
  private DemoInstance() {}

  /**
   * Returns the example.
   *
   * @return the instance of the resource {@code demo.json} beside this class
   */
  public static Instance of() {
    try (InputStream in = DemoInstance.class.getResourceAsStream("demo.json")) {
      return InstanceReader.read("demo.json", in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

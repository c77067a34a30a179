package dev.ccl.lm.compile;

import static java.util.Objects.requireNonNull;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.lm.LanguageModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The compiled instance that comes with the library, so that a real model's figures need no
 * weights. Its provenance stands beside it.
 */
public final class ShippedInstance {
  private ShippedInstance() {}

  /**
   * {@return the first split of the comparisons whose mixture changes, as MiniMind2-Small sees
   * them; the instance, with the rewards of both sides}
   */
  public static Instance mixture() {
    try (InputStream in = LanguageModel.class.getResourceAsStream("mixture.json")) {
      return InstanceReader.read("mixture.json", requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

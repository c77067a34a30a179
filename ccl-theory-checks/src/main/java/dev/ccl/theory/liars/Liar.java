package dev.ccl.theory.liars;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Subject;
import java.util.function.Function;

/**
 * A broken implementation.
 *
 * @param name a word or two with hyphens
 * @param sentence what is wrong with it
 * @param maker makes it for an instance
 */
public record Liar(String name, String sentence, Function<Instance, Subject> maker) {
  /**
   * Makes the broken implementation for an instance.
   *
   * @param instance the instance
   * @return the subject
   */
  public Subject on(Instance instance) {
    return maker.apply(instance);
  }

  @Override
  public String toString() {
    return name;
  }
}

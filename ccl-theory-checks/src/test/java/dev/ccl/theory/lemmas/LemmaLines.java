package dev.ccl.theory.lemmas;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Prints one line per lemma, so that the log reads as the paper's list of results. */
final class LemmaLines implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyExecutionResult result = property.execute();
    System.out.println(
        result.status() + ", " + result.countTries() + " tries: " + context.extendedLabel());
    return result;
  }
}

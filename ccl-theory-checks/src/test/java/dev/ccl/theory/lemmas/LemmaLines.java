package dev.ccl.theory.lemmas;

import dev.ccl.testkit.FalseAlarms;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Kind;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Prints one line per lemma, so that the log reads as the paper's list of results. A lemma about
 * the law of what is sampled fails unless it has declared how often it fails for no reason.
 */
final class LemmaLines implements AroundPropertyHook {
  /** To the properties of a class and of its groups; without this, to none. */
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    double before = FalseAlarms.declared(context.containerClass());
    PropertyExecutionResult result = property.execute();
    System.out.println(
        result.status() + ", " + result.countTries() + " tries: " + context.extendedLabel());
    boolean samples = Claims.named(context.label().split(" ", 2)[0]).kind() == Kind.LAW;
    boolean silent = FalseAlarms.declared(context.containerClass()) == before;
    return samples && silent && result.status() == PropertyExecutionResult.Status.SUCCESSFUL
        ? result.mapToFailed(context.label() + ": no level was declared for what it samples")
        : result;
  }
}

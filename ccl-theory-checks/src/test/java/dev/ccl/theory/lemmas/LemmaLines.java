package dev.ccl.theory.lemmas;

import dev.ccl.testkit.FalseAlarms;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Kind;
import dev.ccl.theory.search.LemmaSearch;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.CannotFindStoreException;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.Store;

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
    String id = context.label().split(" ", 2)[0];
    Optional<LemmaSearch> search = search(id);
    System.out.println(
        result.status()
            + ", "
            + result.countTries()
            + " tries"
            + search.map(LemmaLines::told).orElse("")
            + ": "
            + context.extendedLabel());
    if (search.isEmpty() || search.get().tries() == 0) {
      return result.mapToFailed(context.label() + ": not this lemma was tried");
    }
    boolean samples = Claims.named(id).kind() == Kind.LAW;
    boolean silent = FalseAlarms.declared(context.containerClass()) == before;
    return samples && silent && result.status() == PropertyExecutionResult.Status.SUCCESSFUL
        ? result.mapToFailed(context.label() + ": no level was declared for what it samples")
        : result;
  }

  /** How many tries sampled, and how many bounds rounding has decided. */
  private static String told(LemmaSearch search) {
    return (search.sampled() == 0 ? "" : ", " + search.sampled() + " sampled")
        + (search.undecided() == 0 ? "" : ", " + search.undecided() + " bounds undecided");
  }

  /** What has looked for counterexamples to the claim that the label of the property names. */
  private static Optional<LemmaSearch> search(String id) {
    try {
      return Optional.of(Store.<LemmaSearch>get("lemma " + id).get());
    } catch (CannotFindStoreException e) {
      return Optional.empty();
    }
  }
}

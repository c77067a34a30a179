package dev.ccl.theory.lemmas;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * As {@link LemmaProperty}, for lemmas about minimisers, which have to be searched for: {@value
 * #TRIES} tries, and with {@code -Dccl.thorough=true} twenty instances per try.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Property(
    tries = SlowLemmaProperty.TRIES,
    seed = "20260101",
    generation = GenerationMode.RANDOMIZED,
    edgeCases = EdgeCasesMode.FIRST,
    shrinking = ShrinkingMode.OFF,
    afterFailure = AfterFailureMode.RANDOM_SEED)
@StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
public @interface SlowLemmaProperty {
  /** How often such a lemma is tried. */
  int TRIES = 100;
}

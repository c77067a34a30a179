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
 * A property of jqwik whose method is a lemma: edge cases first, then random tries from a fixed
 * seed, as many as {@code jqwik.tries.default} says. What fails is shrunk by this library, since an
 * instance shrinks by rules of its own.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Property(
    seed = "20260101",
    generation = GenerationMode.RANDOMIZED,
    edgeCases = EdgeCasesMode.FIRST,
    shrinking = ShrinkingMode.OFF,
    afterFailure = AfterFailureMode.RANDOM_SEED)
@StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
public @interface LemmaProperty {}

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

/** A property of jqwik whose method is a lemma about rounds or runs: all of its few tries. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Property(
    generation = GenerationMode.EXHAUSTIVE,
    edgeCases = EdgeCasesMode.NONE,
    shrinking = ShrinkingMode.OFF,
    afterFailure = AfterFailureMode.RANDOM_SEED)
@StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
public @interface RoundProperty {}

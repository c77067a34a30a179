package dev.ccl.experiments.report;

import dev.ccl.experiments.chart.Chart;

/**
 * A chart with what a reader should see in it.
 *
 * @param chart the chart
 * @param caption a few sentences
 */
public record Figure(Chart chart, String caption) {}

/**
 * Charts as data, painted as SVG. A {@link dev.ccl.experiments.chart.Chart} holds two {@link
 * dev.ccl.experiments.chart.Axis axes} and some {@link dev.ccl.experiments.chart.Series series};
 * {@link dev.ccl.experiments.chart.ChartSvg} lays it out for a {@link
 * dev.ccl.experiments.chart.Size size} and {@link dev.ccl.experiments.chart.ChartTable} gives the
 * same numbers as a table. The same data give the same bytes on every machine.
 */
package dev.ccl.experiments.chart;

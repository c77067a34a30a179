/**
 * Charts as data, painted as SVG. A {@link dev.ccl.report.chart.Chart} holds two {@link
 * dev.ccl.report.chart.Axis axes} and some {@link dev.ccl.report.chart.Series series}; {@link
 * dev.ccl.report.chart.ChartSvg} lays it out for a {@link dev.ccl.report.chart.Size size} and
 * {@link dev.ccl.report.chart.ChartTable} gives the same numbers as a table. The same data give the
 * same bytes on every machine.
 */
package dev.ccl.report.chart;

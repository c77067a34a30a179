/**
 * Charts as data, painted as SVG. A {@link dev.ccl.cli.chart.Chart} holds two {@link
 * dev.ccl.cli.chart.Axis axes} and some {@link dev.ccl.cli.chart.Series series}; {@link
 * dev.ccl.cli.chart.ChartSvg} lays it out for a {@link dev.ccl.cli.chart.Size size} and {@link
 * dev.ccl.cli.chart.ChartTable} gives the same numbers as a table. The same data give the same
 * bytes on every machine.
 */
package dev.ccl.cli.chart;

/**
 * The report on runs: a page with figures and tables, and the files behind them. A {@link
 * dev.ccl.experiments.report.Group} is the recordings on one instance; {@link
 * dev.ccl.experiments.report.Figures} lays what the paper says over them, and {@link
 * dev.ccl.experiments.report.Report} writes the files.
 */
package dev.ccl.experiments.report;

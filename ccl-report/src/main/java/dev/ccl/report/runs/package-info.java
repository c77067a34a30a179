/**
 * The report on runs: a page with figures and tables, and the files behind them. A {@link
 * dev.ccl.report.runs.Group} is the recordings on one instance; {@link dev.ccl.report.runs.Figures}
 * lays what the paper says over them, and {@link dev.ccl.report.runs.Report} writes the files.
 */
package dev.ccl.report.runs;

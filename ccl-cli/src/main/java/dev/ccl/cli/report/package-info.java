/**
 * The report: one HTML file with figures and tables that needs nothing beside it. {@link
 * dev.ccl.cli.report.Recording} is what a run left, {@link dev.ccl.cli.report.Group} the recordings
 * on one instance, {@link dev.ccl.cli.report.Guides} what the paper says about that instance;
 * {@link dev.ccl.cli.report.Figures} lays one over the other and {@link dev.ccl.cli.report.Report}
 * writes the files.
 */
package dev.ccl.cli.report;

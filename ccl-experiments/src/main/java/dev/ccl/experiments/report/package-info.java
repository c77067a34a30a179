/**
 * The report: one HTML file with figures and tables that needs nothing beside it. {@link
 * dev.ccl.experiments.report.Recording} is what a run left, {@link
 * dev.ccl.experiments.report.Group} the recordings on one instance, {@link
 * dev.ccl.experiments.report.Guides} what the paper says about that instance; {@link
 * dev.ccl.experiments.report.Figures} lays one over the other and {@link
 * dev.ccl.experiments.report.Report} writes the files.
 */
package dev.ccl.experiments.report;

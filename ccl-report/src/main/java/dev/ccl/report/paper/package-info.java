/**
 * What the paper says about an instance: {@link dev.ccl.report.paper.Guides} its rates and bounds
 * as curves, {@link dev.ccl.report.paper.Assumptions} whether they are promised, and {@link
 * dev.ccl.experiments.run.Caveats} what to know before believing a measurement on it.
 */
package dev.ccl.report.paper;

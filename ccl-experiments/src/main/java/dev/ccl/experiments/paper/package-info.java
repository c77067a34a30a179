/**
 * What the paper says about an instance: {@link dev.ccl.experiments.paper.Guides} its rates and
 * bounds as curves, {@link dev.ccl.experiments.paper.Assumptions} whether they are promised, and
 * {@link dev.ccl.experiments.paper.Caveats} what to know before believing a measurement on it.
 */
package dev.ccl.experiments.paper;

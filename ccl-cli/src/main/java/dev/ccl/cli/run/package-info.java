/**
 * Experiments. A {@link dev.ccl.cli.run.RunPlan} says what to run, {@link dev.ccl.cli.run.RunJob}
 * runs it in a {@link dev.ccl.cli.run.RunDirectory}, where {@link dev.ccl.cli.run.RunFiles} leaves
 * {@code run.json} and {@code runs.csv}; everything that is shown afterwards is read from these
 * files. A {@link dev.ccl.cli.run.Sweep} is a grid of such runs.
 */
package dev.ccl.cli.run;

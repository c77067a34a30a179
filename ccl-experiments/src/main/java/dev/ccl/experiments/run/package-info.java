/**
 * Experiments. A {@link dev.ccl.experiments.run.RunPlan} says what to run, {@link
 * dev.ccl.experiments.run.RunJob} runs it in a {@link dev.ccl.experiments.run.RunDirectory}, where
 * {@link dev.ccl.experiments.run.RunFiles} leaves {@code run.json} and {@code rows.csv}; everything
 * that is shown afterwards is read from these files. A {@code Sweep} is a grid of such runs.
 */
package dev.ccl.experiments.run;

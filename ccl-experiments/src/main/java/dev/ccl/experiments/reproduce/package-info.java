/**
 * The paper's message, reproduced by one command: {@link dev.ccl.experiments.reproduce.Experiments}
 * lists what to run at an {@link dev.ccl.experiments.reproduce.Effort}, {@link
 * dev.ccl.experiments.reproduce.Reproduction} runs it and writes the report with the {@link
 * dev.ccl.experiments.reproduce.ClaimSheet}.
 */
package dev.ccl.experiments.reproduce;

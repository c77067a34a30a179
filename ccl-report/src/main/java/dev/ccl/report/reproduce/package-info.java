/**
 * The paper's message, reproduced by one command: {@link dev.ccl.report.reproduce.Experiments}
 * lists what to run at an {@link dev.ccl.report.reproduce.Effort}, {@link
 * dev.ccl.report.reproduce.Reproduction} runs it and writes the report with the {@link
 * dev.ccl.report.reproduce.ClaimSheet}.
 */
package dev.ccl.report.reproduce;

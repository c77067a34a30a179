/**
 * The paper's message, reproduced by one command: {@link dev.ccl.cli.reproduce.Experiments} lists
 * what to run at an {@link dev.ccl.cli.reproduce.Effort}, {@link
 * dev.ccl.cli.reproduce.Reproduction} runs it and writes the report with the {@link
 * dev.ccl.cli.reproduce.ClaimSheet}.
 */
package dev.ccl.cli.reproduce;

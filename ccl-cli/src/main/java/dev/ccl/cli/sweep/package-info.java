/**
 * Grids of runs: a {@link dev.ccl.cli.sweep.SweepFile} says which, and a {@link
 * dev.ccl.cli.sweep.Sweep} runs the cells that are not finished yet.
 */
package dev.ccl.cli.sweep;

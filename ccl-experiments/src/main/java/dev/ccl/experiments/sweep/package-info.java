/**
 * Grids of runs: a {@link dev.ccl.experiments.sweep.SweepFile} says which, and a {@link
 * dev.ccl.experiments.sweep.Sweep} runs the cells that are not finished yet.
 */
package dev.ccl.experiments.sweep;

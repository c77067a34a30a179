/**
 * The report across the cells of a sweep. A {@link dev.ccl.report.across.StudyReport} answers the
 * {@link dev.ccl.experiments.sweep.Question} of a {@link dev.ccl.experiments.sweep.Study}: a {@link
 * dev.ccl.report.across.Comparison} decides which coordinates are axes, lines and tiles, and a
 * {@link dev.ccl.report.across.Pool} is the cells that share a point.
 */
package dev.ccl.report.across;

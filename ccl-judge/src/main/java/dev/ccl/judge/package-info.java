/**
 * Checks and their verdicts: a {@link dev.ccl.judge.Check} compares and fills {@link
 * dev.ccl.judge.Findings} with {@link dev.ccl.judge.Evidence}, a {@link dev.ccl.judge.Verdict} sums
 * them up, a {@link dev.ccl.judge.Suite} reports, requires or becomes tests. Nothing here knows
 * what is checked.
 */
package dev.ccl.judge;

/**
 * Runs over seeds. {@link dev.ccl.algorithms.run.Replicates} takes a learner through the {@link
 * dev.ccl.algorithms.run.RecordedRounds} of a problem, one {@link dev.ccl.algorithms.run.Replicate}
 * a seed, and hands what it reaches to a {@link dev.ccl.algorithms.run.Journal}; {@link
 * dev.ccl.algorithms.run.Checkpoints} is the journal that survives the process.
 */
package dev.ccl.algorithms.run;

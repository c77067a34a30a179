/**
 * What runs have recorded, as data. A {@link dev.ccl.experiments.recording.RunRecord} is the
 * content of a run directory, of a finished run ({@link
 * dev.ccl.experiments.recording.RecordingReader}) or of one that goes on ({@link
 * dev.ccl.experiments.recording.UnfinishedRun}); a {@link dev.ccl.experiments.recording.Curve} has
 * its medians over seeds, and a {@link dev.ccl.experiments.recording.Change} says what became of
 * it.
 */
package dev.ccl.experiments.recording;

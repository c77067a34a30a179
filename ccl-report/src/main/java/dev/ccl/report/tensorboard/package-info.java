/**
 * Event files of TensorBoard: {@link dev.ccl.report.tensorboard.EventFile} writes their bytes,
 * {@link dev.ccl.report.tensorboard.TensorBoard} one file per seed of a run.
 */
package dev.ccl.report.tensorboard;

/**
 * Event files of TensorBoard: {@link dev.ccl.experiments.tensorboard.EventFile} writes their bytes,
 * {@link dev.ccl.experiments.tensorboard.TensorBoard} one file per seed of a run.
 */
package dev.ccl.experiments.tensorboard;

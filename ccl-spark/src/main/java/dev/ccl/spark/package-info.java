/**
 * Sweeps on Spark: {@link dev.ccl.spark.SparkExecutor} as a library call on a context, {@link
 * dev.ccl.spark.Main} as a command.
 */
package dev.ccl.spark;

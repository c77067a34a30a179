/**
 * Experiments on Spark: {@link dev.ccl.spark.SparkRuns}, {@link dev.ccl.spark.SparkSweep} and
 * {@link dev.ccl.spark.SparkVerify}, as library calls on a context.
 */
package dev.ccl.spark;

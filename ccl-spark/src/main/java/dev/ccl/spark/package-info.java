/** Replicates of experiments on Spark. */
package dev.ccl.spark;

/** The commands of {@code ccl cluster}, and the cluster that they run on. */
package dev.ccl.spark.command;

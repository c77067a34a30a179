/** Experiments as data: plans, subjects, cells, run directories and their one table. */
package dev.ccl.experiments;

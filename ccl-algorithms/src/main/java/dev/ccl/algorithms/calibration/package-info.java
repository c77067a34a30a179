/**
 * The source side of Algorithm 1: one branch with its label a round, and the rules by which labels
 * move the calibration.
 */
package dev.ccl.algorithms.calibration;

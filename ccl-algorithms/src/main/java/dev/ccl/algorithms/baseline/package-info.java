/**
 * Learners that move the student by one sampled answer at a time: Algorithm 2 and the baselines
 * that CCL is compared with.
 */
package dev.ccl.algorithms.baseline;

/**
 * The contract of a learner as plain code: what any {@link dev.ccl.algorithms.Learner}, of this
 * library or from outside, is held to.
 */
package dev.ccl.theory.learner;

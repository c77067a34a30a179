/**
 * The learning algorithms behind one interface: a {@link dev.ccl.algorithms.Learner} with its
 * {@link dev.ccl.algorithms.Settings} opens a {@link dev.ccl.algorithms.Session} on a problem, and
 * what a session holds is a {@link dev.ccl.algorithms.LearnerState}. {@link
 * dev.ccl.algorithms.run.Learners} lists them by name.
 */
package dev.ccl.algorithms;

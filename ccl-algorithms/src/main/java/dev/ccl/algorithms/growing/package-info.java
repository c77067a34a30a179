/**
 * What learners ask of forests that grow where they are walked: the same questions as on whole
 * forests, answered from the states that rollouts visit.
 */
package dev.ccl.algorithms.growing;

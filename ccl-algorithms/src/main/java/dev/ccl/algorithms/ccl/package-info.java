/**
 * Algorithm 1 (alg:ced): a round beside its pseudo-code, and one interface for each of its lines
 * that can be replaced.
 */
package dev.ccl.algorithms.ccl;

/**
 * The parts of Algorithm 1 that can be replaced. A part is an immutable value with a text; for each
 * run it makes a workspace of its own, and what that remembers between rounds goes into checkpoints
 * under a name. Parts from outside are found by {@link java.util.ServiceLoader} under their
 * interface.
 */
package dev.ccl.algorithms.part;

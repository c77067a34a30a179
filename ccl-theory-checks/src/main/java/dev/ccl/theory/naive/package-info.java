/**
 * Algorithms 1 and 2 one answer at a time, on the enumeration of {@code dev.ccl.testkit.naive}. A
 * liar about a round is a subclass in which one formula or one draw is wrong.
 */
package dev.ccl.theory.naive;

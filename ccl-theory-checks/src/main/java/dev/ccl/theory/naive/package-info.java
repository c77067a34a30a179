/**
 * Runs of the plain algorithms: {@link dev.ccl.testkit.naive.PlainCcl} as a session, and Algorithm
 * 2. A liar about a round is a subclass in which one formula or one draw is wrong.
 */
package dev.ccl.theory.naive;

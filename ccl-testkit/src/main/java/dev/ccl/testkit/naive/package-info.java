/**
 * The paper by plain enumeration: every quantity as the sum over answers, draws or tokens that
 * defines it, written from the tables of an instance with {@code StrictMath.exp} and {@code
 * StrictMath.log}. It shares no kernel with the code under test, and it is not fast.
 */
package dev.ccl.testkit.naive;

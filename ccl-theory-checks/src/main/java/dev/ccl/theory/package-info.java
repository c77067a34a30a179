/**
 * The paper as executable claims. A {@link dev.ccl.theory.Claim} evaluates both of its sides on a
 * {@link dev.ccl.theory.Case} and returns {@link dev.ccl.judge.Evidence}; the code under test
 * enters through a {@link dev.ccl.theory.Subject}, whose methods are the formulas of the paper, and
 * is held against the enumeration of {@link dev.ccl.theory.naive}. Nothing here needs a test
 * runner.
 */
package dev.ccl.theory;

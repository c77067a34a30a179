/**
 * Claims on many instances at once: {@link dev.ccl.theory.verify.Verification} evaluates them and
 * {@link dev.ccl.theory.verify.Shrinker} makes what refutes one small.
 */
package dev.ccl.theory.verify;

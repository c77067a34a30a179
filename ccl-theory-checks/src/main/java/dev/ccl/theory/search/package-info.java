/**
 * The search for counterexamples: {@link dev.ccl.theory.search.Trials} makes tries, {@link
 * dev.ccl.theory.search.Search} evaluates a check at them and climbs, {@link
 * dev.ccl.theory.search.Counterexample} shrinks and prints, and {@link
 * dev.ccl.theory.search.Verification} runs all checks on given instances.
 */
package dev.ccl.theory.search;

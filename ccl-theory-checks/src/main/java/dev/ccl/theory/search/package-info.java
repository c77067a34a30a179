/**
 * The search for counterexamples: {@link dev.ccl.theory.search.Trials} makes tries, {@link
 * dev.ccl.theory.search.LemmaSearch} evaluates a claim at them, and {@link
 * dev.ccl.theory.search.Refutation} prints what is left of a counterexample when it is small. The
 * package {@code dev.ccl.theory.lemmas} runs it as properties of jqwik.
 */
package dev.ccl.theory.search;

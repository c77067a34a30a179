/**
 * The lemmas of the paper as properties of jqwik, one per lemma, for the library and for classes of
 * one's own: a test class implements {@link dev.ccl.theory.lemmas.FamilyLemmas}, {@link
 * dev.ccl.theory.lemmas.LearnerLemmas} or any of the interfaces above them. This package alone
 * knows jqwik, which whoever uses it has to bring along; {@code ccl verify} does without.
 */
package dev.ccl.theory.lemmas;

/**
 * The claims as tests of JUnit, for the library, a family or a learner; generated from the list of
 * claims.
 */
package dev.ccl.theory.lemmas;

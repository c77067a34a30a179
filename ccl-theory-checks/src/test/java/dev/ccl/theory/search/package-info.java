/**
 * The search for counterexamples with jqwik, which no other package knows. A property draws an
 * instance and parameters, evaluates one claim, and shrinks what fails to a small instance that it
 * prints in the file format.
 */
package dev.ccl.theory.search;

/**
 * What models say about the answers to questions: trees that are read as a whole, and trees that
 * become known where they are walked. No verifier speaks here.
 */
package dev.ccl.lm.answer;

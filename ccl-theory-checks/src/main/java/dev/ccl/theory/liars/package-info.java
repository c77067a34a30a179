/**
 * Implementations with one formula wrong each. A claim that rejects none of them has no power; a
 * liar that no claim rejects shows a formula that nothing checks.
 */
package dev.ccl.theory.liars;

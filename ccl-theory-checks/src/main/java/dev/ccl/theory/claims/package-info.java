/** The claims of the paper, one class a lemma or group of claims that belong together. */
package dev.ccl.theory.claims;

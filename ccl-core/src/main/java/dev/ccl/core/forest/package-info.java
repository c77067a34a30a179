/**
 * The prefixes of all prompts as one flat forest, policies as laws on its edges, and the sweeps
 * from which every exact quantity of the paper is made.
 */
package dev.ccl.core.forest;

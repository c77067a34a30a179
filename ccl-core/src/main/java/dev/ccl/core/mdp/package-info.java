/**
 * The token-level Markov decision process of Section 3: vocabulary, prompts, prefix states, legal
 * tokens and feasible answers. Nothing here knows about rewards.
 */
package dev.ccl.core.mdp;

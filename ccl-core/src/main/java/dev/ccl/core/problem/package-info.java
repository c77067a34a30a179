/**
 * What a learner may see: prompts, policies, features and source rewards through a counting
 * verifier. Target rewards have no place in these types.
 */
package dev.ccl.core.problem;

/**
 * Convex parameter sets beside {@link dev.ccl.core.policy.Ball} and {@link
 * dev.ccl.core.policy.Box}. Every projection here has a closed form (up to a sort), so none
 * iterates to a tolerance.
 */
package dev.ccl.policies.sets;

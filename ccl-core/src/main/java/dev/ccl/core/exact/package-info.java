/**
 * Exact quantities that a learner could compute from what it may see: costs with their gradients
 * and Hessians, source information and the constants of the paper. No reward is read here.
 */
package dev.ccl.core.exact;

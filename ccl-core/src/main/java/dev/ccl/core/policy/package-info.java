/**
 * Policy classes as the rest of the framework sees them: a family turns a parameter into logits and
 * pulls coefficients back to parameter space; a convex set holds the parameters.
 */
package dev.ccl.core.policy;

/**
 * Batches of rollouts as integer flows on the target forest: samplers that produce the flow, and
 * the sweeps that turn it into costs and gradients.
 */
package dev.ccl.algorithms.batch;

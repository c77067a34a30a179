/**
 * The student's side of Algorithm 1: how gradients are estimated, candidates proposed and batches
 * sized. Each type here is a part with the paper's choice among its values.
 */
package dev.ccl.algorithms.student;

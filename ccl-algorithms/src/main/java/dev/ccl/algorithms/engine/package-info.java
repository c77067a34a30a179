/**
 * What learners ask of the two forests of a problem: answers walked one token at a time, and
 * batches of student rollouts on the target prompts. A learner that asks for nothing else runs on
 * whole forests and on forests that grow where they are walked.
 */
package dev.ccl.algorithms.engine;

/**
 * The honest comparison: one split of a task, every learner and every control, judged exactly by
 * one who knows all rewards.
 */
package dev.ccl.lm.study;

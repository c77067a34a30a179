/**
 * Tasks: questions with types, what an answer may be made of, a verifier, and shifts between source
 * and target. Nothing here knows a model; nothing here is known to a feature.
 */
package dev.ccl.lm.task;

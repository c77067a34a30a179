/** Walks on whole forests, and the engine that a run on them uses. */
package dev.ccl.algorithms.whole;

/**
 * From a task and a model to an instance: the tree of every prompt is read once, features are
 * fitted and frozen, the verifier judges every answer.
 */
package dev.ccl.lm.compile;

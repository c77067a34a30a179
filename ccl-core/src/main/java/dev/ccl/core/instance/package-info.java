/**
 * Instances: complete problems as tables, their files in JSON and in a compact form, and a builder,
 * all three under one set of rules. An instance holds target rewards where they are known; {@link
 * dev.ccl.core.instance.Instance#problem()} is the part that a learner may see.
 */
package dev.ccl.core.instance;

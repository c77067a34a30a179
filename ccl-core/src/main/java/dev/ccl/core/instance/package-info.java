/**
 * Complete problems as data: the document model of {@code ccl-instance/1}, its reader and its
 * writer, as JSON and in the compact form of columns, with one set of rules for both. An instance
 * holds target rewards where they are known; what a learner may see of it is {@link
 * dev.ccl.core.instance.Instance#problem()}.
 */
package dev.ccl.core.instance;

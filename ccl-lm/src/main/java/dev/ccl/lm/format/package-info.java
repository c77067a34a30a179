/**
 * Models from files: {@link dev.ccl.lm.format.Models#open} recognises what lies at a path. Readers
 * compare every size that a file declares with the file's length before they take memory for it,
 * and report a breach in one line that names the file, the place and the rule.
 */
package dev.ccl.lm.format;

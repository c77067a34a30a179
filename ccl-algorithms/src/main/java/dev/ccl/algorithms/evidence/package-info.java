/**
 * What source rewards say about w*, as processes that are at most 1 in mean at w*, whatever the
 * sample size and whenever one looks (docs/beyond-the-paper.md).
 */
package dev.ccl.algorithms.evidence;

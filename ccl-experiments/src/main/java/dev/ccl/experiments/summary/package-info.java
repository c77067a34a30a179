/**
 * Means, intervals and medians over seeds or instances, as tables, figures and sentences use them.
 */
package dev.ccl.experiments.summary;

package dev.ccl.experiments.page;

import dev.ccl.experiments.chart.Picture;

/**
 * A picture with what a reader should see in it.
 *
 * @param chart the picture
 * @param caption a few sentences
 */
public record Figure(Picture chart, String caption) {}

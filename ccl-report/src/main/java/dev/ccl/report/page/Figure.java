package dev.ccl.report.page;

import dev.ccl.report.chart.Picture;

/**
 * A picture with what a reader should see in it.
 *
 * @param chart the picture
 * @param caption a few sentences
 */
public record Figure(Picture chart, String caption) {}

/**
 * Pages of HTML that need no network, no script and no other file. A {@link
 * dev.ccl.report.page.Page} is written from top to bottom; a {@link dev.ccl.report.page.Figure} is
 * a picture with what to see in it, and an {@link dev.ccl.report.page.Addition} is what another
 * part of the program has to say on it.
 */
package dev.ccl.report.page;

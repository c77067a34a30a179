/**
 * Reports of runs that are still going on: {@link dev.ccl.report.live.LiveReport} makes the report
 * from what is on the disk, and {@link dev.ccl.report.live.LivePage} rewrites its page.
 */
package dev.ccl.report.live;

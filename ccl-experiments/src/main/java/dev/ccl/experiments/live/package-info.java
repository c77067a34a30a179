/**
 * Reports of runs that are still going on: {@link dev.ccl.experiments.live.LiveReport} makes the
 * report from what is on the disk, and {@link dev.ccl.experiments.live.LivePage} rewrites its page.
 */
package dev.ccl.experiments.live;

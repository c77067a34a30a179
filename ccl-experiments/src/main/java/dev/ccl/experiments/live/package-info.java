/**
 * The live page: {@link dev.ccl.experiments.live.LiveReport} makes the report of runs that go on,
 * and {@link dev.ccl.experiments.live.LivePage} shows it to browsers on this machine and to nobody
 * else.
 */
package dev.ccl.experiments.live;

/**
 * Prefix trees that grow where rollouts walk: new states are requested, the frozen models behind
 * the policies answer for many of them in one call, and a batch of rollouts costs what it visits.
 * No result depends on what has been visited before.
 */
package dev.ccl.core.growing;

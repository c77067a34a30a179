/**
 * Prefix trees that nobody has to own: states become known where rollouts walk, the frozen models
 * behind the policies are asked for many of them at once and for each of them once, and a batch of
 * rollouts costs what it visits. Nothing here depends on what had been visited before.
 */
package dev.ccl.core.growth;

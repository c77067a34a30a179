/** One house for judging: evidence, tolerances, kits, the enumerator and the plain algorithm. */
package dev.ccl.testkit;

/** Benchmarks of {@code ccl-algorithms}. */
package dev.ccl.bench.algorithms;

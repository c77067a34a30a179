/** Benchmarks of {@code ccl-core}. */
package dev.ccl.bench.core;

/** Benchmarks, arranged as the modules they measure. */
package dev.ccl.bench;

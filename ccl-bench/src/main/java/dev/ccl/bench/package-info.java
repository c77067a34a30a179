/**
 * How fast the framework is: CPU time of operations and rounds, each beside a control in the same
 * run. This package needs no JMH; the packages below it are JMH benchmarks, which mirror the
 * modules.
 */
package dev.ccl.bench;

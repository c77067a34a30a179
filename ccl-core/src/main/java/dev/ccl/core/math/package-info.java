/**
 * Elementary functions, vector and small-matrix kernels, running moments.
 *
 * <p>Everything here is plain IEEE 754 arithmetic (addition, multiplication, division, square root,
 * comparison, bit casts), so a result has the same bits on every Java 17 or later virtual machine.
 */
package dev.ccl.core.math;

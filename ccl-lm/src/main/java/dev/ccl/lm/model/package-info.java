/**
 * The forward pass of Llama-type models in plain Java.
 *
 * <p>The same prefix gives the same bits on every virtual machine and processor, alone or among
 * others, on one thread or several. Three rules make it so: every sum has one order, written down
 * in {@link dev.ccl.lm.model.Kernels}; products of vectors and matrices run along the outputs, so
 * that the compiler can use vector instructions without touching the order of a sum; exponentials
 * and angles come from {@link dev.ccl.core.math.Elementary} and {@link java.lang.StrictMath}.
 */
package dev.ccl.lm.model;

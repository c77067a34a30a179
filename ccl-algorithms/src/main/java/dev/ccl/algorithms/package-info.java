/** Learning algorithms and the runs that drive them. */
package dev.ccl.algorithms;

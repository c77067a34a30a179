/**
 * What only an observer outside the learning problem may know: everything that reads rewards other
 * than through the source verifier. The Gibbs optimum, the regularised return, the oracle student,
 * w* and the exact expectation of a calibration step live here. No learning algorithm depends on
 * this package.
 */
package dev.ccl.core.truth;

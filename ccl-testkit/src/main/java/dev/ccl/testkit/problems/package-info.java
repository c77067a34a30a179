/** Problems for tests and studies that are no part of a learner's life: no calibration is right. */
package dev.ccl.testkit.problems;

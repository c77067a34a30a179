/** What samples are judged by, beside the enumerator of {@code dev.ccl.testkit.naive}. */
package dev.ccl.algorithms.naive;

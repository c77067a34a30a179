/**
 * A second, naive computation of everything that has an exact value: answers are listed one by one
 * from the raw tables of an instance, with {@link java.lang.Math} alone. It shares no kernel with
 * the code that it judges.
 */
package dev.ccl.core.brute;

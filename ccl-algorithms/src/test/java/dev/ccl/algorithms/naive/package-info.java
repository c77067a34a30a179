/**
 * What the learners are compared with: answers listed one by one, and Algorithm 1 written plainly.
 */
package dev.ccl.algorithms.naive;

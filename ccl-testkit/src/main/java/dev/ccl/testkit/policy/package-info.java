/**
 * The contract of policy families, convex sets and feature maps as clauses that check a given one
 * and say which of them fails, where and by how much. Plain Java; {@link
 * dev.ccl.testkit.policy.ConformanceTests} alone needs JUnit.
 */
package dev.ccl.testkit.policy;

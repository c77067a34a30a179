/**
 * The contracts of policy families, convex sets and feature maps: suites of checks that say which
 * rule fails, where and by how much.
 */
package dev.ccl.testkit.policy;

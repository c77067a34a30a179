/** Feature maps φ(s,a) with rows in the unit ball, and ways to combine them. */
package dev.ccl.policies.features;

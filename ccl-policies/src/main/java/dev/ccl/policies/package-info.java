/** Policy families, feature maps and the convex sets their parameters live in. */
package dev.ccl.policies;

/** How many source rewards and target rollouts an accuracy costs (docs/beyond-the-paper.md). */
package dev.ccl.certificates.plan;

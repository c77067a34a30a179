/**
 * How good a student is where no target reward exists: upper bounds of its excess cost from source
 * data alone (docs/certificates.md). Nothing here sees more than a learner does.
 */
package dev.ccl.certificates;

/**
 * Verifications: a {@link dev.ccl.report.verify.VerifyPlan} of what is looked at on each instance,
 * the {@link dev.ccl.report.verify.VerifyInstances} that have names, and verdicts as {@link
 * dev.ccl.report.verify.VerifyText}.
 */
package dev.ccl.report.verify;

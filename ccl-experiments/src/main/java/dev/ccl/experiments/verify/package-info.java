/**
 * Verifications: a {@link dev.ccl.experiments.verify.VerifyPlan} of what is looked at on each
 * instance, the {@link dev.ccl.experiments.verify.VerifyInstances} that have names, and verdicts as
 * {@link dev.ccl.experiments.verify.VerifyText}.
 */
package dev.ccl.experiments.verify;

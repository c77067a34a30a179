/**
 * Verifications: the {@link dev.ccl.experiments.verify.VerifyInstances} that have names, and
 * verdicts as {@link dev.ccl.experiments.verify.VerifyText}.
 */
package dev.ccl.experiments.verify;

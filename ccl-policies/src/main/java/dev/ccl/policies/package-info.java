/**
 * Softmax families with analytic derivatives to second order, each with bounds for its logits and
 * their derivatives.
 *
 * <ul>
 *   <li>{@link dev.ccl.core.policy.LinearSoftmax}, the paper's class. It lives in the core, because
 *       instance files are linear.
 *   <li>{@link dev.ccl.policies.TabularSoftmax}: one parameter a state and token.
 *   <li>{@link dev.ccl.policies.TemperedSoftmax}: linear with a learned inverse temperature.
 *   <li>{@link dev.ccl.policies.BilinearSoftmax}: a low-rank bilinear form of state and token.
 *   <li>{@link dev.ccl.policies.TanhNetwork}: one hidden layer.
 *   <li>{@link dev.ccl.policies.ResidualSoftmax}: a frozen base plus a linear correction.
 * </ul>
 *
 * <p>A new family implements {@link dev.ccl.core.policy.PolicyFamily} or extends {@link
 * dev.ccl.core.policy.FeatureFamily}; {@code dev.ccl.testkit.policy} holds it to the contract.
 * {@link dev.ccl.core.exact.Smoothness} turns the bounds into the step size of the student.
 */
package dev.ccl.policies;

package dev.ccl.core.policy;

/** A family whose logits are linear in the parameter: an affine one without an offset. */
public interface LinearFamily extends AffineFamily {}

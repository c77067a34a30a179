package dev.ccl.algorithms.engine;

import com.google.common.base.Ascii;

/** How a batch of rollouts is drawn. */
public enum Sampler {
  /** By splitting the number of rollouts over prompts and tokens. */
  COUNTS,
  /** One rollout at a time; equal in law and slow. */
  TRAJECTORIES;

  BatchSampler on(Layout layout, int workers) {
    return this == COUNTS ? new CountSplitting(layout, workers) : new Trajectories(layout);
  }

  @Override
  public String toString() {
    return Ascii.toLowerCase(name());
  }
}

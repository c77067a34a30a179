package dev.ccl.theory;

/** Which prompts. */
public enum Side {
  /** 𝒟<sub>src</sub>. */
  SOURCE,
  /** 𝒟<sub>tar</sub>. */
  TARGET
}

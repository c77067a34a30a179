package dev.ccl.lm.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The architectures that can be read: Llama and relatives. */
enum Architecture {
  LLAMA,
  QWEN2,
  QWEN3,
  GEMMA,
  GEMMA2,
  GEMMA3,
  PHI3;

  static Optional<Architecture> named(String name) {
    return Arrays.stream(values()).filter(a -> a.toString().equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(Architecture::toString).collect(Collectors.joining(", "));
  }

  /** Whether positions turn neighbours in GGUF files. */
  boolean turnsNeighbours() {
    return this == LLAMA;
  }

  /** Whether heads of queries and keys are normed. */
  boolean normsHeads() {
    return this == QWEN3 || this == GEMMA3;
  }

  boolean isGemma() {
    return this == GEMMA || this == GEMMA2 || this == GEMMA3;
  }

  /** Whether what a layer adds is normed once more. */
  boolean normsBehind() {
    return this == GEMMA2 || this == GEMMA3;
  }

  /** Of so many layers the last sees everything and the others a window; 1 if all are alike. */
  int windowPattern() {
    return this == GEMMA2 ? 2 : this == GEMMA3 ? 6 : 1;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

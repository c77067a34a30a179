package dev.ccl.lm.server;

/** A server that cannot be reached, refuses, or answers otherwise than its protocol says. */
public final class ServerException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ServerException(String message) {
    super(message);
  }
}

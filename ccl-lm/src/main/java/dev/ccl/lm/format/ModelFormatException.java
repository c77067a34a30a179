package dev.ccl.lm.format;

/**
 * Says that a file is no model that can be read. The message is one line, {@code file: place:
 * rule}, such as {@code tiny.gguf: tensor output.weight: 4096 bytes from byte 512 exceed the file
 * of 900}.
 */
public final class ModelFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 400;

  private ModelFormatException(String message) {
    super(message);
  }

  static ModelFormatException of(String file, String place, String rule) {
    String text = file + ": " + (place.isEmpty() ? "" : place + ": ") + rule;
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length() && line.length() < LONGEST; i++) {
      char c = text.charAt(i);
      boolean breaks = Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
      line.append(breaks ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    return new ModelFormatException(
        line.length() < LONGEST ? line.toString() : line.append(" …").toString());
  }
}

package dev.ccl.core.instance;

/**
 * A breach of the rules of the instance format. The message is one line, {@code file: place: rule},
 * such as {@code demo.json: prompts[3].states[2].tokens[0].phi: norm 1.37 exceeds 1}.
 */
public final class InstanceFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 400;

  private InstanceFormatException(String message) {
    super(message);
  }

  /**
   * Returns the exception for one breach.
   *
   * @param file the name of the file
   * @param place where in the document, such as {@code prompts[3].id} or {@code line 2, column 7};
   *     empty if the file as a whole is meant
   * @param rule what is wrong there
   * @return the exception, with a message of one line
   */
  static InstanceFormatException of(String file, String place, String rule) {
    String text = file + ": " + (place.isEmpty() ? "" : place + ": ") + rule;
    StringBuilder line = new StringBuilder();
    int i = 0;
    for (; i < text.length() && line.length() < LONGEST; i++) {
      char c = text.charAt(i);
      boolean breaks = Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
      line.append(breaks ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    line.append(i < text.length() ? " …" : "");
    return new InstanceFormatException(line.toString());
  }
}

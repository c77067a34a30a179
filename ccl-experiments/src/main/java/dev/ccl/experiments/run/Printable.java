package dev.ccl.experiments.run;

/**
 * Text from files and arguments, made safe for a terminal: what would move the cursor, break the
 * line or turn the reading direction is shown as an escape, so that no name can forge a line.
 */
public final class Printable {
  private Printable() {}

  /**
   * Escapes what is not a visible character or a blank.
   *
   * @param text any object, of which the text is shown
   * @return the text on one line, with escapes such as {@code \\u001b}
   */
  public static String of(Object text) {
    String raw = String.valueOf(text);
    StringBuilder safe = new StringBuilder(raw.length());
    raw.codePoints().forEach(c -> append(c, safe));
    return safe.toString();
  }

  /**
   * Returns a number with its noun.
   *
   * @param count how many
   * @param noun what is counted, in the singular
   * @return such as {@code 1 seed} or {@code 2 seeds}
   */
  public static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private static void append(int c, StringBuilder safe) {
    switch (Character.getType(c)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SURROGATE:
      case Character.UNASSIGNED:
        for (char unit : Character.toChars(c)) {
          safe.append(String.format("\\u%04x", (int) unit));
        }
        break;
      default:
        safe.appendCodePoint(c);
    }
  }
}

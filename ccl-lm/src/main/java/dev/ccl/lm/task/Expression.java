package dev.ccl.lm.task;

/**
 * A language of arithmetic expressions in one variable, {@code sum := product (('+'|'-') product)*;
 * product := atom ('*' atom)*; atom := number | 'x' | '(' sum ')'}, evaluated while it is read.
 * This is all that code of a model can do here: no names, no loops, no memory, and numbers that may
 * not overflow.
 */
final class Expression {
  private static final int LONGEST = 100;

  private final String text;
  private final long x;
  private int at;

  private Expression(String text, long x) {
    this.text = text;
    this.x = x;
  }

  /**
   * Evaluates an expression.
   *
   * @throws VerifierException if the text is no expression or a number grows too large
   */
  static long evaluate(String text, long x) {
    if (text.length() > LONGEST) {
      throw new VerifierException("an expression of " + text.length() + " characters");
    }
    Expression reader = new Expression(text, x);
    try {
      long value = reader.sum();
      if (reader.at < text.length()) {
        throw reader.unexpected();
      }
      return value;
    } catch (ArithmeticException e) {
      throw new VerifierException("\"" + text + "\" at x = " + x + ": a number is too large");
    }
  }

  private long sum() {
    long value = product();
    while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
      boolean plus = text.charAt(at++) == '+';
      long term = product();
      value = plus ? Math.addExact(value, term) : Math.subtractExact(value, term);
    }
    return value;
  }

  private long product() {
    long value = atom();
    while (at < text.length() && text.charAt(at) == '*') {
      at++;
      value = Math.multiplyExact(value, atom());
    }
    return value;
  }

  private long atom() {
    if (at < text.length() && text.charAt(at) == 'x') {
      at++;
      return x;
    }
    if (at < text.length() && text.charAt(at) == '(') {
      at++;
      long value = sum();
      if (at >= text.length() || text.charAt(at) != ')') {
        throw unexpected();
      }
      at++;
      return value;
    }
    int from = at;
    long value = 0;
    for (; at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9'; at++) {
      value = Math.addExact(Math.multiplyExact(value, 10L), text.charAt(at) - '0');
    }
    if (at == from) {
      throw unexpected();
    }
    return value;
  }

  private VerifierException unexpected() {
    String what = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    return new VerifierException(
        "\"" + text + "\" is no expression: unexpected " + what + " at place " + (at + 1));
  }
}

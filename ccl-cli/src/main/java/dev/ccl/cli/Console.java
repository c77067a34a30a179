package dev.ccl.cli;

import com.google.common.collect.ImmutableMap;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;

/**
 * What commands print, with one line feed at the end of each line on every system, and with the
 * signs of formulas in ASCII where the locale can write nothing else. Names from files stay as they
 * are.
 */
final class Console extends FilterWriter {
  private static final ImmutableMap<Integer, String> ASCII = ascii();

  /** Signs that stand for powers; the first of a row gets a caret. */
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ˣᵀ";

  private static final String POWERS = "0123456789+-xT";

  private final boolean plain;
  private char high; // the first half of a sign, whose second half comes next; 0 if there is none
  private boolean raised;

  private Console(Writer out, boolean plain) {
    super(out);
    this.plain = plain;
  }

  /** A writer that hands on to another one. */
  static PrintWriter on(Writer out) {
    return new PrintWriter(
        new Console(out, !Charset.defaultCharset().newEncoder().canEncode("✓λθ†‖²")));
  }

  private static ImmutableMap<Integer, String> ascii() {
    String[] pairs = {
      "α",
      "alpha",
      "β",
      "beta",
      "γ",
      "gamma",
      "δ",
      "delta",
      "ε",
      "epsilon",
      "η",
      "eta",
      "θ",
      "theta",
      "ϑ",
      "theta",
      "κ",
      "kappa",
      "λ",
      "lambda",
      "μ",
      "mu",
      "ν",
      "nu",
      "ξ",
      "xi",
      "π",
      "pi",
      "ρ",
      "rho",
      "σ",
      "sigma",
      "τ",
      "tau",
      "φ",
      "phi",
      "χ",
      "chi",
      "ψ",
      "psi",
      "ω",
      "omega",
      "Δ",
      "Delta",
      "Θ",
      "Theta",
      "Σ",
      "Sum",
      "Φ",
      "Phi",
      "Ψ",
      "Psi",
      "Ω",
      "Omega",
      "𝒦",
      "K",
      "𝒟",
      "D",
      "𝒜",
      "A",
      "𝓑",
      "B",
      "𝓕",
      "F",
      "ℝ",
      "R",
      "ℓ",
      "l",
      "†",
      "_dagger",
      "‖",
      "|",
      "∞",
      "infinity",
      "−",
      "-",
      "–",
      "-",
      "…",
      "...",
      "·",
      "*",
      "×",
      "x",
      "±",
      "+-",
      "≤",
      "<=",
      "≥",
      ">=",
      "≠",
      "!=",
      "≈",
      "~",
      "∝",
      "~",
      "⪯",
      "<=",
      "⪰",
      ">=",
      "→",
      "->",
      "↦",
      "->",
      "←",
      "<-",
      "√",
      "sqrt",
      "∇",
      "grad ",
      "∂",
      "d",
      "∫",
      "integral ",
      "∈",
      " in ",
      "∅",
      "{}",
      "½",
      "1/2",
      "′",
      "'",
      "✓",
      "+",
      "✗",
      "-",
      "₀",
      "0",
      "₁",
      "1",
      "₂",
      "2",
      "⌈",
      "ceil(",
      "⌉",
      ")",
      "⌊",
      "floor(",
      "⌋",
      ")"
    };
    ImmutableMap.Builder<Integer, String> map = ImmutableMap.builder();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i].codePointAt(0), pairs[i + 1]);
    }
    return map.buildOrThrow();
  }

  @Override
  public void write(int c) throws IOException {
    char unit = (char) c;
    if (unit == '\r') {
      return;
    }
    if (!plain || unit < 128) {
      raised = false;
      out.write(unit);
    } else if (Character.isHighSurrogate(unit)) {
      high = unit;
    } else {
      writePlain(high == 0 ? unit : Character.toCodePoint(high, unit));
      high = 0;
    }
  }

  private void writePlain(int sign) throws IOException {
    int power = SUPERSCRIPTS.indexOf(sign);
    if (power >= 0) {
      out.write((raised ? "" : "^") + POWERS.charAt(power));
    } else {
      out.write(ASCII.getOrDefault(sign, Character.toString(sign)));
    }
    raised = power >= 0;
  }

  @Override
  public void write(char[] units, int from, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      write(units[from + i]);
    }
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      write(text.charAt(from + i));
    }
  }
}

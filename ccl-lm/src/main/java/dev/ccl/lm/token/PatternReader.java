package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.token.WordPattern.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Reads regular expressions by recursive descent and writes their instructions. */
final class PatternReader {
  private static final int LONGEST = 8_000;
  private static final int DEEPEST = 60;
  private static final int MOST_TIMES = 1_000;
  private static final String LITERAL_BEHIND_BACKSLASH = "\\.[]{}()*+-?^$|/'\"`~!@#%&=:;,<>_ ";

  private final String pattern;
  private final WordPattern.Builder out = new WordPattern.Builder();
  private int at;
  private int depth;
  private boolean anyCase;

  PatternReader(String pattern) {
    checkArgument(pattern.length() <= LONGEST, "pattern: longer than %s", LONGEST);
    this.pattern = pattern;
  }

  WordPattern read() {
    Node node = alternatives();
    checkArgument(at == pattern.length(), "pattern: a ) without its ( at %s", at);
    node.write(out);
    out.add(Kind.MATCH, null);
    return out.build();
  }

  /** A part of a pattern, which writes its instructions as often as it is repeated. */
  private interface Node {
    void write(WordPattern.Builder out);
  }

  /** A part that takes exactly one character. */
  private record Characters(IntPredicate test) implements Node {
    @Override
    public void write(WordPattern.Builder out) {
      out.add(Kind.CHARACTER, test);
    }
  }

  private boolean has(String next) {
    return pattern.startsWith(next, at);
  }

  private boolean take(String next) {
    if (has(next)) {
      at += next.length();
      return true;
    }
    return false;
  }

  private int character() {
    checkArgument(at < pattern.length(), "pattern: it ends too early");
    int c = pattern.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private Node alternatives() {
    checkArgument(++depth <= DEEPEST, "pattern: groups too deep inside each other");
    List<Node> all = new ArrayList<>(List.of(sequence()));
    while (take("|")) {
      all.add(sequence());
    }
    depth--;
    return all.size() == 1 ? all.get(0) : target -> writeAlternatives(all, target);
  }

  private static void writeAlternatives(List<Node> all, WordPattern.Builder target) {
    List<Integer> exits = new ArrayList<>();
    for (int i = 0; i + 1 < all.size(); i++) {
      int split = target.add(Kind.SPLIT, null);
      all.get(i).write(target);
      exits.add(target.add(Kind.JUMP, null));
      target.set(split, split + 1, target.size());
    }
    all.get(all.size() - 1).write(target);
    exits.forEach(exit -> target.set(exit, target.size(), -1));
  }

  private Node sequence() {
    List<Node> parts = new ArrayList<>();
    while (at < pattern.length() && !has("|") && !has(")")) {
      parts.add(repeated(atom()));
    }
    return parts.size() == 1 ? parts.get(0) : target -> parts.forEach(part -> part.write(target));
  }

  private Node atom() {
    if (take("(?=") || take("(?!")) {
      boolean wanted = pattern.charAt(at - 1) == '=';
      return ahead(wanted ? Kind.AHEAD : Kind.NOT_AHEAD, group());
    }
    if (take("(?:")) {
      return group();
    }
    if (take("(?i:")) {
      boolean before = anyCase;
      anyCase = true;
      Node inner = group();
      anyCase = before;
      return inner;
    }
    checkArgument(!has("(?"), "pattern: a group that cannot be run at %s", at);
    if (take("(")) {
      return group();
    }
    if (take("^")) {
      return target -> target.add(Kind.LINE_BEGIN, null);
    }
    if (take("$")) {
      return target -> target.add(Kind.LINE_END, null);
    }
    if (take("[")) {
      return new Characters(characterClass());
    }
    if (take(".")) {
      return new Characters(c -> c != '\n');
    }
    checkArgument(!has("*") && !has("+") && !has("?"), "pattern: nothing to repeat at %s", at);
    return new Characters(has("\\") ? escape() : literal(character()));
  }

  private Node group() {
    Node inner = alternatives();
    checkArgument(take(")"), "pattern: a ( without its )");
    return inner;
  }

  private static Node ahead(Kind kind, Node inner) {
    return target -> {
      int look = target.add(kind, null);
      inner.write(target);
      target.add(Kind.MATCH, null);
      target.set(look, target.size(), look + 1);
    };
  }

  private Node repeated(Node node) {
    Node result = node;
    for (int nested = 0; ; nested++) {
      checkArgument(nested <= DEEPEST, "pattern: too many repetitions of repetitions");
      int least;
      int most; // −1 for no end
      boolean braces = false;
      if (take("*")) {
        least = 0;
        most = -1;
      } else if (take("+")) {
        least = 1;
        most = -1;
      } else if (take("?")) {
        least = 0;
        most = 1;
      } else if (has("{") && pattern.substring(at).matches("(?s)\\{\\d{1,6}(,\\d{0,6})?}.*")) {
        braces = true;
        String inside = pattern.substring(at + 1, pattern.indexOf('}', at));
        at += inside.length() + 2;
        int comma = inside.indexOf(',');
        least = Integer.parseInt(comma < 0 ? inside : inside.substring(0, comma));
        most =
            comma < 0
                ? least
                : comma + 1 == inside.length() ? -1 : Integer.parseInt(inside.substring(comma + 1));
        checkArgument(most < 0 || most >= least, "pattern: {%s} at %s", inside, at);
        checkArgument(Math.max(least, most) <= MOST_TIMES, "pattern: {%s} is too often", inside);
      } else {
        return result;
      }
      boolean lazy = take("?");
      boolean possessive = !lazy && !braces && take("+");
      if (possessive) {
        checkArgument(
            result instanceof Characters, "pattern: only characters can be taken for good: %s", at);
      }
      Node once = result;
      int from = least;
      int to = most;
      result = target -> repeat(once, from, to, lazy, possessive, target);
    }
  }

  private static void repeat(
      Node once, int least, int most, boolean lazy, boolean forGood, WordPattern.Builder target) {
    for (int i = 0; i < least; i++) {
      once.write(target);
    }
    Kind kind = forGood ? Kind.BRANCH : Kind.SPLIT;
    IntPredicate test = forGood ? ((Characters) once).test : null;
    List<Integer> exits = new ArrayList<>();
    for (int i = least; i < most || (most < 0 && exits.isEmpty()); i++) {
      int split = target.add(kind, test);
      exits.add(split);
      once.write(target);
      if (most < 0) {
        target.add(Kind.JUMP, null, split, -1);
      }
    }
    for (int split : exits) {
      int inside = split + 1;
      int behind = target.size();
      target.set(split, lazy ? behind : inside, lazy ? inside : behind);
    }
  }

  private IntPredicate literal(int c) {
    if (!anyCase) {
      return other -> other == c;
    }
    int folded = folded(c);
    return other -> folded(other) == folded;
  }

  private static int folded(int c) {
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  private IntPredicate escape() {
    int single = escapedCharacter();
    if (single >= 0) {
      return literal(single);
    }
    int kind = character();
    return switch (kind) {
      case 's' -> PatternReader::isSpace;
      case 'S' -> c -> !isSpace(c);
      case 'd' -> Character::isDigit;
      case 'D' -> c -> !Character.isDigit(c);
      case 'w' -> PatternReader::isWord;
      case 'W' -> c -> !isWord(c);
      default -> property(kind == 'P');
    };
  }

  /** Returns the character behind a backslash; −1 if it stands for a class, and is not taken. */
  private int escapedCharacter() {
    character();
    int c = character();
    switch (c) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'f':
        return '\f';
      case 'v':
        return 0x0b;
      case 'x':
        return take("{") ? hexadecimal(pattern.indexOf('}', at) - at, 1) : hexadecimal(2, 0);
      case 'u':
        return hexadecimal(4, 0);
      default:
        if (LITERAL_BEHIND_BACKSLASH.indexOf(c) >= 0) {
          return c;
        }
        checkArgument(
            "sSdDwWpP".indexOf(c) >= 0, "pattern: \\%s cannot be run", Character.toString(c));
        at -= Character.charCount(c);
        return -1;
    }
  }

  private int hexadecimal(int digits, int behind) {
    checkArgument(
        digits >= 1 && digits <= 6 && at + digits + behind <= pattern.length(),
        "pattern: hexadecimal digits are missing at %s",
        at);
    try {
      int value = Integer.parseInt(pattern.substring(at, at + digits), 16);
      at += digits + behind;
      return value;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("pattern: hexadecimal digits are missing at " + at, e);
    }
  }

  private IntPredicate property(boolean turned) {
    int end = has("{") ? pattern.indexOf('}', at) : at + 1;
    checkArgument(end > at && end <= pattern.length(), "pattern: a property without a name");
    String name = has("{") ? pattern.substring(at + 1, end) : pattern.substring(at, end);
    at = has("{") ? end + 1 : end;
    boolean not = name.startsWith("^");
    IntPredicate test = named(not ? name.substring(1) : name);
    return turned != not ? test.negate() : test;
  }

  private static IntPredicate named(String name) {
    String categories =
        "Cn Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf -- Co Cs Pd Ps Pe Pc Po Sm Sc Sk So"
            + " Pi Pf"; // in the order of Character.getType
    boolean known = name.matches("[LMNPSZC][a-z]?");
    if (known && (name.length() == 1 || categories.contains(name))) {
      return c -> categories.startsWith(name, 3 * Character.getType(c));
    }
    try {
      Character.UnicodeScript script =
          Character.UnicodeScript.forName(name.replaceFirst("^(Script|sc)=", ""));
      return c -> Character.UnicodeScript.of(c) == script;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("pattern: the property " + name + " is unknown", e);
    }
  }

  private IntPredicate characterClass() {
    checkArgument(++depth <= DEEPEST, "pattern: classes too deep inside each other");
    boolean turned = take("^");
    List<IntPredicate> all = new ArrayList<>();
    while (all.isEmpty() || !has("]")) {
      checkArgument(at < pattern.length(), "pattern: a [ without its ]");
      checkArgument(!has("&&") && !has("[:"), "pattern: a class that cannot be run at %s", at);
      all.add(take("[") ? characterClass() : range());
    }
    take("]");
    depth--;
    return c -> {
      for (IntPredicate part : all) {
        if (part.test(c)) {
          return !turned;
        }
      }
      return turned;
    };
  }

  private IntPredicate range() {
    int from;
    if (has("\\")) {
      int start = at;
      from = escapedCharacter();
      if (from < 0) {
        at = start;
        return escape();
      }
    } else {
      from = character();
    }
    if (!has("-") || has("-]")) {
      return literal(from);
    }
    take("-");
    int to = has("\\") ? escapedCharacter() : character();
    checkArgument(to >= from, "pattern: a range that runs backwards at %s", at);
    if (!anyCase) {
      return c -> c >= from && c <= to;
    }
    return c -> {
      int upper = Character.toUpperCase(c);
      int lower = folded(c);
      return (c >= from && c <= to)
          || (upper >= from && upper <= to)
          || (lower >= from && lower <= to);
    };
  }

  /** White space of Unicode. */
  private static boolean isSpace(int c) {
    return (c >= 9 && c <= 13)
        || c == ' '
        || c == 0x85
        || c == 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  private static boolean isWord(int c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.CONNECTOR_PUNCTUATION;
  }
}

package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A regular expression that cuts a text into words. It finds what Perl would find, alternatives in
 * order, but takes at most a fixed number of steps per character and instruction whatever the
 * pattern: it remembers from where it has failed. Groups remember nothing, and what the language
 * needs for that (references backwards, conditions) is refused, as is what looks backwards.
 */
public final class WordPattern {
  /** The instructions of the machine that runs a pattern. */
  enum Kind {
    /** Takes a character of a class. */
    CHARACTER,
    /** Tries one place and, if that fails, another. */
    SPLIT,
    /** Goes to one place if a character of a class follows, otherwise to another. */
    BRANCH,
    JUMP,
    /** Goes on if what begins at a place matches here, or if it does not. */
    AHEAD,
    NOT_AHEAD,
    LINE_BEGIN,
    LINE_END,
    MATCH
  }

  /**
   * One instruction.
   *
   * @param characters of a class, where the kind has one
   * @param next where to go first
   * @param other where to go otherwise
   */
  record Step(Kind kind, IntPredicate characters, int next, int other) {}

  private final Step[] program;

  WordPattern(List<Step> program) {
    this.program = program.toArray(new Step[0]);
  }

  /**
   * Reads a pattern.
   *
   * @param pattern a regular expression as tokenizer files have them
   * @return the pattern
   * @throws IllegalArgumentException if it has a mistake, or something that cannot be run
   */
  public static WordPattern of(String pattern) {
    return new PatternReader(pattern).read();
  }

  /**
   * Cuts a text: every match is a word, and so is what lies between two matches.
   *
   * @param text the text
   * @return its words, none empty, which are the text again when joined
   */
  public List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Run run = new Run(text.codePoints().toArray());
    int from = 0;
    for (int at = 0; at < run.text.length; ) {
      if (run.match(0, at)) {
        run.add(words, from, at);
        run.add(words, at, run.end);
        from = run.end;
      }
      at = Math.max(from, at + 1);
    }
    run.add(words, from, run.text.length);
    return words;
  }

  /** One text. A place in it and in the program that was left without success is a dead end. */
  private final class Run {
    private final int[] text;
    private final BitSet[] dead = new BitSet[program.length]; // or being tried
    private final BitSet[] alive = new BitSet[program.length]; // only of what looks ahead
    private int[] trail = new int[64]; // three numbers each: instruction, place, whether again
    private int depth;
    private int end;

    Run(int[] text) {
      this.text = text;
    }

    void add(List<String> words, int from, int to) {
      if (to > from) {
        words.add(new String(text, from, to - from));
      }
    }

    /** Returns whether the program matches from a place on; the end of the match is noted. */
    boolean match(int start, int from) {
      boolean found = search(start, from, depth);
      while (depth > 0) {
        depth -= 3;
        dead[trail[depth]].clear(trail[depth + 1]);
      }
      return found;
    }

    private boolean looksAhead(int start, int from) {
      int base = depth;
      boolean found = search(start, from, base);
      while (depth > base) {
        depth -= 3;
        mark(alive, trail[depth], trail[depth + 1]);
      }
      return found;
    }

    private boolean search(int start, int from, int base) {
      int pc = start;
      int at = from;
      while (true) {
        Step step = program[pc];
        boolean fits =
            switch (step.kind) {
              case CHARACTER -> at < text.length && step.characters.test(text[at]);
              case SPLIT, BRANCH -> !isMarked(dead, pc, at);
              case AHEAD -> looksAhead(step.other, at);
              case NOT_AHEAD -> !looksAhead(step.other, at);
              case LINE_BEGIN -> at == 0 || text[at - 1] == '\n';
              case LINE_END -> at == text.length || text[at] == '\n';
              case JUMP, MATCH -> true;
            };
        if (fits && (step.kind == Kind.MATCH || isMarked(alive, pc, at))) {
          end = at;
          return true;
        }
        if (fits) {
          boolean first = true;
          if (step.kind == Kind.BRANCH) {
            first = at < text.length && step.characters.test(text[at]);
            push(pc, at, 1);
          } else if (step.kind == Kind.SPLIT) {
            push(pc, at, 0);
          } else if (step.kind == Kind.CHARACTER) {
            at++;
          }
          pc = first ? step.next : step.other;
          continue;
        }
        while (depth > base && trail[depth - 1] == 1) {
          depth -= 3; // and it stays dead
        }
        if (depth == base) {
          return false;
        }
        trail[depth - 1] = 1;
        pc = program[trail[depth - 3]].other;
        at = trail[depth - 2];
      }
    }

    private void push(int pc, int at, int again) {
      mark(dead, pc, at);
      if (depth + 3 > trail.length) {
        trail = Arrays.copyOf(trail, 2 * trail.length);
      }
      trail[depth++] = pc;
      trail[depth++] = at;
      trail[depth++] = again;
    }

    private boolean isMarked(BitSet[] marks, int pc, int at) {
      return marks[pc] != null && marks[pc].get(at);
    }

    private void mark(BitSet[] marks, int pc, int at) {
      if (marks[pc] == null) {
        marks[pc] = new BitSet(text.length + 1);
      }
      marks[pc].set(at);
    }
  }

  /** Collects the instructions of a pattern. */
  static final class Builder {
    private static final int LONGEST = 4_000;

    private final List<Step> steps = new ArrayList<>();

    int size() {
      return steps.size();
    }

    int add(Kind kind, IntPredicate characters, int next, int other) {
      checkArgument(steps.size() < LONGEST, "the pattern is too large");
      steps.add(new Step(kind, characters, next, other));
      return steps.size() - 1;
    }

    /** Adds an instruction that goes on with the one behind it. */
    int add(Kind kind, IntPredicate characters) {
      return add(kind, characters, steps.size() + 1, -1);
    }

    void set(int at, int next, int other) {
      Step old = steps.get(at);
      steps.set(at, new Step(old.kind, old.characters, next, other));
    }

    WordPattern build() {
      return new WordPattern(steps);
    }
  }
}

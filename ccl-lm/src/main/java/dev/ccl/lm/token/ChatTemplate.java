package dev.ccl.lm.token;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a model wants a question to be put. Models carry their templates as programs in a language of
 * their own; this type knows the families that the readable models use and recognises them by their
 * control tokens.
 */
public final class ChatTemplate {
  /** The families. */
  public enum Family {
    /** No template: the question is the beginning of a text that the model continues. */
    PLAIN,
    /** Roles between {@code <|im_start|>} and {@code <|im_end|>}. */
    CHAT_ML,
    /** Roles as {@code <|user|>}, each turn ended by the end token. */
    ZEPHYR,
    /** The question between {@code [INST]} and {@code [/INST]}. */
    INST,
    /** Roles between {@code <|start_header_id|>} and {@code <|end_header_id|>}. */
    HEADERS,
    /** Roles behind {@code <start_of_turn>}, turns ended by {@code <end_of_turn>}. */
    GEMMA,
    /** Roles as {@code <|user|>}, turns ended by {@code <|end|>}. */
    PHI3
  }

  private static final String DATES_OF_HEADERS =
      "Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n";

  private static final Pattern DEFAULT_SYSTEM =
      Pattern.compile("<\\|im_start\\|>system\\\\n([^<'\"{}]+)<\\|im_end\\|>");

  private final Family family;
  private final String system;

  private ChatTemplate(Family family, String system) {
    this.family = family;
    this.system = system;
  }

  /**
   * Creates a template.
   *
   * @param family the family
   * @param system what the system says before the first turn; nothing if empty
   * @return the template
   */
  public static ChatTemplate of(Family family, String system) {
    return new ChatTemplate(family, system);
  }

  /**
   * Finds a family by name.
   *
   * @param name such as {@code chatml}
   * @return its template, in which the system says nothing
   * @throws IllegalArgumentException if there is no such family
   */
  public static ChatTemplate named(String name) {
    return Arrays.stream(Family.values())
        .filter(family -> shortName(family).equals(name))
        .map(family -> of(family, ""))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "template " + name + " is none of " + names() + ", the known families"));
  }

  private static String shortName(Family family) {
    return family.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static String names() {
    return Arrays.stream(Family.values())
        .map(ChatTemplate::shortName)
        .collect(Collectors.joining(", "));
  }

  /**
   * Recognises the program that a model carries.
   *
   * @param program its text; empty if the model carries none
   * @return the template, {@link Family#PLAIN} if there is no program
   * @throws IllegalArgumentException if it is of no known family
   */
  public static ChatTemplate recognise(String program) {
    if (program.isBlank()) {
      return of(Family.PLAIN, "");
    }
    if (program.contains("<|im_start|>") && !program.contains("<|im_sep|>")) {
      Matcher matcher = DEFAULT_SYSTEM.matcher(program.replace("\n", "\\n"));
      return of(Family.CHAT_ML, matcher.find() ? matcher.group(1).replace("\\n", "\n") : "");
    }
    if (program.contains("<|start_header_id|>")) {
      return of(Family.HEADERS, program.contains("Cutting Knowledge") ? DATES_OF_HEADERS : "");
    }
    if (program.contains("<start_of_turn>")) {
      return of(Family.GEMMA, "");
    }
    if (program.contains("<|user|>") && program.contains("<|end|>")) {
      return of(Family.PHI3, "");
    }
    boolean ends = program.contains("eos_token") || program.contains("</s>");
    if (program.contains("<|user|>") && ends && !program.contains("[gMASK]")) {
      return of(Family.ZEPHYR, "");
    }
    if (program.contains("[INST]") && program.contains("[/INST]")) {
      return of(Family.INST, "");
    }
    throw new IllegalArgumentException(
        "a chat template of no known family; --template chooses one of " + names());
  }

  /** {@return the family} */
  public Family family() {
    return family;
  }

  /** {@return what the system says before the first turn: empty if nothing} */
  public String system() {
    return system;
  }

  /**
   * Puts a question.
   *
   * @param question the user's words
   * @param tokenizer of the model
   * @return the prefix after which the model's answer begins; empty only if the question is and the
   *     model has no template
   */
  public int[] prompt(String question, Tokenizer tokenizer) {
    return prompt(List.of(question), tokenizer);
  }

  /**
   * Puts a question after other turns, such as examples with their answers.
   *
   * @param turns what the user and the model say in turn, the last one the user's
   * @param tokenizer of the model
   * @return the prefix after which the model's answer begins
   */
  public int[] prompt(List<String> turns, Tokenizer tokenizer) {
    Script script = new Script(tokenizer).token(tokenizer.begin());
    if (!system.isEmpty()) {
      turn(script, "system", system);
    }
    for (int i = 0; i < turns.size(); i++) {
      turn(script, i % 2 == 0 ? "user" : "assistant", turns.get(i));
    }
    opening(script);
    return script.ids();
  }

  /**
   * Returns the tokens that end an answer.
   *
   * @param tokenizer of the model
   * @return ids, perhaps none
   */
  public int[] ends(Tokenizer tokenizer) {
    OptionalInt own =
        switch (family) {
          case CHAT_ML -> tokenizer.control("<|im_end|>");
          case HEADERS -> tokenizer.control("<|eot_id|>");
          case GEMMA -> tokenizer.control("<end_of_turn>");
          case PHI3 -> tokenizer.control("<|end|>");
          default -> OptionalInt.empty();
        };
    return IntStream.concat(own.stream(), tokenizer.end().stream()).distinct().toArray();
  }

  private void turn(Script script, String role, String words) {
    boolean answer = role.equals("assistant");
    switch (family) {
      case PLAIN -> script.text(words);
      case CHAT_ML ->
          script.control("<|im_start|>").text(role + "\n" + words).control("<|im_end|>").text("\n");
      case ZEPHYR -> {
        script.text("<|" + role + "|>\n" + words).token(script.tokenizer.end());
        script.text("\n");
      }
      case INST -> {
        boolean marked = script.tokenizer.control("[INST]").isPresent();
        String space = marked ? "" : " ";
        if (!answer) {
          script.control("[INST]").text(space + words + space).control("[/INST]");
        } else {
          script.text(space + words + space);
          script.token(script.tokenizer.end()).token(script.tokenizer.begin());
        }
      }
      case HEADERS ->
          script
              .control("<|start_header_id|>")
              .text(role)
              .control("<|end_header_id|>")
              .text("\n\n" + words)
              .control("<|eot_id|>");
      case GEMMA -> {
        script.control("<start_of_turn>").text((answer ? "model" : "user") + "\n" + words.strip());
        script.control("<end_of_turn>").text("\n");
      }
      case PHI3 -> // its tokens take the white space behind them
          script.control("<|" + role + "|>").text(words).control("<|end|>");
    }
  }

  private void opening(Script script) {
    switch (family) {
      case CHAT_ML -> script.control("<|im_start|>").text("assistant\n");
      case ZEPHYR -> script.text("<|assistant|>\n");
      case HEADERS ->
          script
              .control("<|start_header_id|>")
              .text("assistant")
              .control("<|end_header_id|>")
              .text("\n\n");
      case GEMMA -> script.control("<start_of_turn>").text("model\n");
      case PHI3 -> script.control("<|assistant|>");
      case PLAIN, INST -> {}
    }
  }

  /** Tokens in the making; neighbouring texts are spelled as one. */
  private static final class Script {
    private final Tokenizer tokenizer;
    private final StringBuilder pending = new StringBuilder();
    private final List<int[]> parts = new ArrayList<>();

    Script(Tokenizer tokenizer) {
      this.tokenizer = tokenizer;
    }

    Script text(String words) {
      pending.append(words);
      return this;
    }

    /** A control token; where the vocabulary lacks it, its name is text. */
    Script control(String name) {
      OptionalInt id = tokenizer.control(name);
      return id.isPresent() ? token(id) : text(name);
    }

    Script token(OptionalInt id) {
      if (id.isPresent()) {
        spell();
        parts.add(new int[] {id.getAsInt()});
      }
      return this;
    }

    private void spell() {
      if (pending.length() > 0) {
        parts.add(tokenizer.encode(pending.toString()));
        pending.setLength(0);
      }
    }

    int[] ids() {
      spell();
      return parts.stream().flatMapToInt(IntStream::of).toArray();
    }
  }
}

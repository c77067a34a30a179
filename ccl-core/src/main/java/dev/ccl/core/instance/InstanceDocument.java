package dev.ccl.core.instance;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.List;

/**
 * A {@code ccl-instance/1} document as it was written: every field is there and has the right type,
 * and nothing else is known about it. The order of the keys plays no part.
 */
final class InstanceDocument {
  static final String FORMAT = "ccl-instance/1";
  private static final List<String> FIELDS =
      List.of(
          "format",
          "lambda",
          "bound",
          "horizon",
          "vocabulary",
          "eos",
          "pad",
          "feasibility",
          "calibration",
          "student",
          "source",
          "target",
          "prompts");

  String name = "";
  double lambda;
  double bound;
  int horizon;
  List<String> vocabulary;
  String eos;
  String pad;
  String feasibility;
  CalibrationPart calibration;
  StudentPart student;
  List<String> source;
  List<String> target;
  List<PromptPart> prompts;
  WidthPart width; // null in JSON
  private final boolean compact;

  private InstanceDocument(boolean compact) {
    this.compact = compact;
  }

  /** The object {@code width} of the compact form: how many bytes a number has. */
  static final class WidthPart {
    int phi;
    int phiStu;
    int pre;
    int reward;
  }

  /** The object {@code calibration}. */
  static final class CalibrationPart {
    int dimension;
    double[] teacher;
    SetPart set;
  }

  /** The object {@code calibration.set}; absent fields are null. */
  static final class SetPart {
    String type;
    Double radius;
    double[] lower;
    double[] upper;
  }

  /** The object {@code student}; {@code initial} may be null. */
  static final class StudentPart {
    int dimension;
    double[] initial;
  }

  /** One of {@code prompts}. */
  static final class PromptPart {
    String id;
    String text = "";
    String kind = "";
    String group = "";
    List<StatePart> states;
    List<RewardPart> rewards = List.of();
    int stateCount; // of the compact form, as is all below
    int rewardCount;
    double[] inOrder = {}; // rewards of the answers, in the order of the tokens that decide them
  }

  /** One of the {@code states} of a prompt. */
  static final class StatePart {
    List<String> prefix;
    List<TokenPart> tokens;
  }

  /** One of the {@code tokens} of a state. */
  static final class TokenPart {
    String token;
    double[] phi;
    double[] phiStu;
    double pre;
  }

  /** One of the {@code rewards} of a prompt. */
  static final class RewardPart {
    List<String> answer;
    double reward;
  }

  static InstanceDocument read(JsonCursor in) throws IOException {
    InstanceDocument document = new InstanceDocument(false);
    in.object(FIELDS, List.of("name"), field -> document.readField(field, in));
    return document;
  }

  /** Reads the line of the compact form: of states and rewards it says only how many there are. */
  static InstanceDocument readCounts(JsonCursor in) throws IOException {
    InstanceDocument document = new InstanceDocument(true);
    List<String> fields = ImmutableList.<String>builder().addAll(FIELDS).add("width").build();
    in.object(fields, List.of("name"), field -> document.readField(field, in));
    return document;
  }

  private void readField(String field, JsonCursor in) throws IOException {
    switch (field) {
      case "format" -> {
        String format = in.string();
        String expected = compact ? CompactWriter.FORMAT : FORMAT;
        if (!format.equals(expected)) {
          throw in.breach(JsonCursor.quoted(format) + " is not \"" + expected + "\"");
        }
      }
      case "name" -> name = in.string();
      case "lambda" -> lambda = in.number();
      case "bound" -> bound = in.number();
      case "horizon" -> horizon = in.integer();
      case "vocabulary" -> vocabulary = in.strings();
      case "eos" -> eos = in.string();
      case "pad" -> pad = in.string();
      case "feasibility" -> feasibility = in.string();
      case "calibration" -> calibration = calibration(in);
      case "student" -> student = student(in);
      case "source" -> source = in.strings();
      case "target" -> target = in.strings();
      case "width" -> width = width(in);
      default -> prompts = in.array(() -> compact ? promptCounts(in) : prompt(in));
    }
  }

  private static CalibrationPart calibration(JsonCursor in) throws IOException {
    CalibrationPart part = new CalibrationPart();
    in.object(
        List.of("dimension", "teacher", "set"),
        List.of(),
        field -> {
          switch (field) {
            case "dimension" -> part.dimension = in.integer();
            case "teacher" -> part.teacher = in.numbers();
            default -> part.set = set(in);
          }
        });
    return part;
  }

  private static SetPart set(JsonCursor in) throws IOException {
    SetPart part = new SetPart();
    in.object(
        List.of("type"),
        List.of("radius", "lower", "upper"),
        field -> {
          switch (field) {
            case "type" -> part.type = in.string();
            case "radius" -> part.radius = in.number();
            case "lower" -> part.lower = in.numbers();
            default -> part.upper = in.numbers();
          }
        });
    return part;
  }

  private static StudentPart student(JsonCursor in) throws IOException {
    StudentPart part = new StudentPart();
    in.object(
        List.of("dimension"),
        List.of("initial"),
        field -> {
          if (field.equals("dimension")) {
            part.dimension = in.integer();
          } else {
            part.initial = in.numbers();
          }
        });
    return part;
  }

  private static PromptPart prompt(JsonCursor in) throws IOException {
    PromptPart part = new PromptPart();
    in.object(
        List.of("id", "states"),
        List.of("text", "kind", "group", "rewards"),
        field -> {
          switch (field) {
            case "id" -> part.id = in.string();
            case "text" -> part.text = in.string();
            case "kind" -> part.kind = in.string();
            case "group" -> part.group = in.string();
            case "states" -> part.states = in.array(() -> state(in));
            default -> part.rewards = in.array(() -> reward(in));
          }
        });
    return part;
  }

  private static PromptPart promptCounts(JsonCursor in) throws IOException {
    PromptPart part = new PromptPart();
    in.object(
        List.of("id", "states", "rewards"),
        List.of("text", "kind", "group"),
        field -> {
          switch (field) {
            case "id" -> part.id = in.string();
            case "text" -> part.text = in.string();
            case "kind" -> part.kind = in.string();
            case "group" -> part.group = in.string();
            case "states" -> part.stateCount = in.integer();
            default -> part.rewardCount = in.integer();
          }
        });
    return part;
  }

  private static WidthPart width(JsonCursor in) throws IOException {
    WidthPart part = new WidthPart();
    in.object(
        List.of("phi", "phiStu", "pre", "reward"),
        List.of(),
        field -> {
          switch (field) {
            case "phi" -> part.phi = in.integer();
            case "phiStu" -> part.phiStu = in.integer();
            case "pre" -> part.pre = in.integer();
            default -> part.reward = in.integer();
          }
        });
    return part;
  }

  private static StatePart state(JsonCursor in) throws IOException {
    StatePart part = new StatePart();
    in.object(
        List.of("prefix", "tokens"),
        List.of(),
        field -> {
          if (field.equals("prefix")) {
            part.prefix = in.strings();
          } else {
            part.tokens = in.array(() -> token(in));
          }
        });
    return part;
  }

  private static TokenPart token(JsonCursor in) throws IOException {
    TokenPart part = new TokenPart();
    in.object(
        List.of("token", "phi", "phiStu", "pre"),
        List.of(),
        field -> {
          switch (field) {
            case "token" -> part.token = in.string();
            case "phi" -> part.phi = in.numbers();
            case "phiStu" -> part.phiStu = in.numbers();
            default -> part.pre = in.number();
          }
        });
    return part;
  }

  private static RewardPart reward(JsonCursor in) throws IOException {
    RewardPart part = new RewardPart();
    in.object(
        List.of("answer", "reward"),
        List.of(),
        field -> {
          if (field.equals("answer")) {
            part.answer = in.strings();
          } else {
            part.reward = in.number();
          }
        });
    return part;
  }
}

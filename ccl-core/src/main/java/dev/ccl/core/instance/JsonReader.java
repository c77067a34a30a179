package dev.ccl.core.instance;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.InstanceDraft.PromptDraft;
import dev.ccl.core.instance.InstanceDraft.StateDraft;
import dev.ccl.core.mdp.Prompt;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of a document: all of {@code ccl-instance/1}, or the line with which the compact
 * form begins, whose prompts have counts in place of lists. The order of the keys plays no part.
 */
final class JsonReader {
  static final String FORMAT = "ccl-instance/1";
  private static final ImmutableList<String> FIELDS =
      ImmutableList.of(
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
  private static final ImmutableList<String> WIDTHS =
      ImmutableList.of("phi", "phiStu", "pre", "reward");

  final InstanceDraft draft = new InstanceDraft();
  final int[] widths = new int[WIDTHS.size()]; // bytes of a number in columns of the compact form
  final List<int[]> counts = new ArrayList<>(); // of states and rewards there, by prompt
  private final JsonCursor in;
  private final boolean compact;
  private final Map<String, Integer> words = new LinkedHashMap<>();

  private JsonReader(JsonCursor in, boolean compact) {
    this.in = in;
    this.compact = compact;
  }

  /** Reads a whole document. */
  static InstanceDraft read(String file, InputStream bytes) throws IOException {
    return JsonCursor.read(file, bytes, in -> new JsonReader(in, false).document()).draft;
  }

  /** Reads the line of the compact form: of states and rewards it says only how many there are. */
  static JsonReader readLine(String file, InputStream bytes) throws IOException {
    return JsonCursor.read(file, bytes, in -> new JsonReader(in, true).document());
  }

  private JsonReader document() throws IOException {
    List<String> required = new ArrayList<>(FIELDS);
    if (compact) {
      required.add("width");
    }
    in.object(required, List.of("name"), this::field);
    draft.words = compact ? draft.vocabulary : ImmutableList.copyOf(words.keySet());
    return this;
  }

  private void field(String field) throws IOException {
    switch (field) {
      case "format" -> {
        String format = in.string();
        String expected = compact ? CompactWriter.FORMAT : FORMAT;
        if (!format.equals(expected)) {
          throw in.breach(JsonCursor.quoted(format) + " is not \"" + expected + "\"");
        }
      }
      case "name" -> draft.name = in.string();
      case "lambda" -> draft.lambda = in.number();
      case "bound" -> draft.bound = in.number();
      case "horizon" -> draft.horizon = in.integer();
      case "vocabulary" -> draft.vocabulary = in.strings();
      case "eos" -> draft.eos = in.string();
      case "pad" -> draft.pad = in.string();
      case "feasibility" -> draft.feasibility = in.string();
      case "calibration" -> calibration();
      case "student" -> student();
      case "source" -> draft.source = in.strings();
      case "target" -> draft.target = in.strings();
      case "width" ->
          in.object(WIDTHS, List.of(), name -> widths[WIDTHS.indexOf(name)] = in.integer());
      default -> draft.prompts = in.array(this::prompt);
    }
  }

  private void calibration() throws IOException {
    in.object(
        List.of("dimension", "teacher", "set"),
        List.of(),
        field -> {
          switch (field) {
            case "dimension" -> draft.calibrationDimension = in.integer();
            case "teacher" -> draft.teacher = in.numbers();
            default -> set();
          }
        });
  }

  private void set() throws IOException {
    in.object(
        List.of("type"),
        List.of("radius", "lower", "upper"),
        field -> {
          switch (field) {
            case "type" -> draft.setType = in.string();
            case "radius" -> draft.radius = in.number();
            case "lower" -> draft.lower = in.numbers();
            default -> draft.upper = in.numbers();
          }
        });
  }

  private void student() throws IOException {
    in.object(
        List.of("dimension"),
        List.of("initial"),
        field -> {
          if (field.equals("dimension")) {
            draft.studentDimension = in.integer();
          } else {
            draft.initial = in.numbers();
          }
        });
  }

  private PromptDraft prompt() throws IOException {
    List<String> required = new ArrayList<>(List.of("id", "states"));
    List<String> optional = new ArrayList<>(List.of("text", "kind", "group"));
    (compact ? required : optional).add("rewards");
    Map<String, String> texts = new LinkedHashMap<>();
    int[] count = new int[2];
    List<StateDraft> states = new ArrayList<>();
    List<ImmutableIntArray> answers = new ArrayList<>();
    ImmutableDoubleArray.Builder rewards = ImmutableDoubleArray.builder();
    in.object(
        required,
        optional,
        field -> {
          boolean ofStates = field.equals("states");
          if (!ofStates && !field.equals("rewards")) {
            texts.put(field, in.string());
          } else if (compact) {
            count[ofStates ? 0 : 1] = in.integer();
          } else if (ofStates) {
            in.each(() -> states.add(state()));
          } else {
            in.each(() -> reward(answers, rewards));
          }
        });
    counts.add(count);
    Prompt prompt =
        new Prompt(
            texts.get("id"),
            texts.getOrDefault("text", ""),
            texts.getOrDefault("kind", ""),
            texts.getOrDefault("group", ""));
    return new PromptDraft(prompt, states, answers, rewards.build());
  }

  private StateDraft state() throws IOException {
    StateDraft state = new StateDraft();
    in.object(
        List.of("prefix", "tokens"),
        List.of(),
        field -> {
          if (field.equals("prefix")) {
            state.prefix = words();
          } else {
            tokens(state);
          }
        });
    return state;
  }

  private void tokens(StateDraft state) throws IOException {
    ImmutableIntArray.Builder tokens = ImmutableIntArray.builder();
    ImmutableDoubleArray.Builder phi = ImmutableDoubleArray.builder();
    ImmutableDoubleArray.Builder phiStu = ImmutableDoubleArray.builder();
    ImmutableDoubleArray.Builder pre = ImmutableDoubleArray.builder();
    in.each(
        () ->
            in.object(
                List.of("token", "phi", "phiStu", "pre"),
                List.of(),
                field -> {
                  switch (field) {
                    case "token" -> tokens.add(word());
                    case "phi" ->
                        draft.phiLength = row(phi, draft.calibrationDimension, draft.phiLength);
                    case "phiStu" ->
                        draft.phiStuLength =
                            row(phiStu, draft.studentDimension, draft.phiStuLength);
                    default -> pre.add(in.number());
                  }
                }));
    state.tokens = tokens.build();
    state.phi = phi.build().toArray();
    state.phiStu = phiStu.build().toArray();
    state.pre = pre.build().toArray();
  }

  /** Reads a row as long as the dimension says, if it is known by now, else as the rows before. */
  private int row(ImmutableDoubleArray.Builder out, int dimension, int before) throws IOException {
    int length = in.numbers(out);
    int expected = dimension > 0 ? dimension : before > 0 ? before : length;
    if (length != expected || length == 0) {
      throw in.breach(length + " numbers, not " + Math.max(1, expected));
    }
    return length;
  }

  private void reward(List<ImmutableIntArray> answers, ImmutableDoubleArray.Builder rewards)
      throws IOException {
    in.object(
        List.of("answer", "reward"),
        List.of(),
        field -> {
          if (field.equals("answer")) {
            answers.add(words());
          } else {
            rewards.add(in.number());
          }
        });
  }

  private ImmutableIntArray words() throws IOException {
    ImmutableIntArray.Builder list = ImmutableIntArray.builder();
    in.each(() -> list.add(word()));
    return list.build();
  }

  private int word() throws IOException {
    String word = in.string();
    Integer known = words.putIfAbsent(word, words.size());
    return known == null ? words.size() - 1 : known;
  }
}

package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceDraft.PromptDraft;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules that an instance has to keep, wherever it comes from. */
final class InstanceRules {
  private final String file;
  private final InstanceDraft draft;

  /**
   * Prepares the check of an instance.
   *
   * @param file the name that messages give to it
   * @param draft the instance, whose arrays are kept
   */
  InstanceRules(String file, InstanceDraft draft) {
    this.file = file;
    this.draft = draft;
  }

  /** Checks everything; the first breach names its place. */
  Instance instance() {
    checkPositive("lambda", draft.lambda);
    checkPositive("bound", draft.bound);
    if (draft.horizon < 1) {
      throw breach("horizon", draft.horizon + " is not at least 1");
    }
    double curvature = // of costs: λH(1 + 8BH) at most
        draft.lambda * draft.horizon * (1 + 8 * draft.bound * draft.horizon);
    if (curvature == Double.POSITIVE_INFINITY) {
      throw breach("bound", draft.bound + " is so large that costs overflow");
    }
    Vocabulary vocabulary = vocabulary();
    Feasibility feasibility = feasibility();
    ConvexSet calibrationSet = calibrationSet();
    Instance.Header header =
        new Instance.Header(
            draft.name,
            draft.lambda,
            draft.bound,
            draft.horizon,
            vocabulary,
            feasibility,
            calibrationSet,
            member("calibration.teacher", draft.teacher, calibrationSet, "W"),
            initial());
    if (draft.prompts.isEmpty()) {
      throw breach("prompts", "the list is empty");
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < draft.prompts.size(); i++) {
      String id = draft.prompts.get(i).prompt().id();
      if (!ids.add(id)) {
        throw breach("prompts[" + i + "].id", JsonCursor.quoted(id) + " appears twice");
      }
    }
    checkList("source", draft.source, ids);
    checkList("target", draft.target, ids);
    checkRows("phi", draft.phiLength, header.calibrationDimension());
    checkRows("phiStu", draft.phiStuLength, header.studentDimension());
    Set<String> sourceIds = Set.copyOf(draft.source);
    int[] tokens = draft.words.stream().mapToInt(vocabulary::id).toArray();
    List<PromptTable> prompts = new ArrayList<>();
    for (int i = 0; i < draft.prompts.size(); i++) {
      PromptDraft prompt = draft.prompts.get(i);
      PromptRules rules =
          new PromptRules(file, "prompts[" + i + "]", header, draft.words, tokens, prompt);
      prompts.add(rules.table(sourceIds.contains(prompt.prompt().id())));
    }
    return Instance.of(header, prompts, draft.source, draft.target);
  }

  private Vocabulary vocabulary() {
    if (draft.vocabulary.isEmpty()) {
      throw breach("vocabulary", "the list is empty");
    }
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < draft.vocabulary.size(); i++) {
      String token = draft.vocabulary.get(i);
      if (!tokens.add(token)) {
        throw breach("vocabulary[" + i + "]", JsonCursor.quoted(token) + " appears twice");
      }
    }
    String outside = " is not in the vocabulary";
    if (!tokens.contains(draft.eos)) {
      throw breach("eos", JsonCursor.quoted(draft.eos) + outside);
    }
    if (!tokens.contains(draft.pad)) {
      throw breach("pad", JsonCursor.quoted(draft.pad) + outside);
    }
    if (draft.pad.equals(draft.eos)) {
      throw breach("pad", JsonCursor.quoted(draft.pad) + " is also eos");
    }
    return Vocabulary.of(draft.vocabulary, draft.eos, draft.pad);
  }

  private Feasibility feasibility() {
    for (Feasibility feasibility : Feasibility.values()) {
      if (feasibility.text().equals(draft.feasibility)) {
        return feasibility;
      }
    }
    throw breach(
        "feasibility",
        JsonCursor.quoted(draft.feasibility) + " is neither \"eos-padded\" nor \"explicit\"");
  }

  private ConvexSet calibrationSet() {
    int dimension = draft.calibrationDimension;
    if (dimension < 1) {
      throw breach("calibration.dimension", dimension + " is not at least 1");
    }
    String place = "calibration.set";
    boolean box = draft.setType.equals("box");
    if (!box && !draft.setType.equals("ball")) {
      throw breach(
          place + ".type", JsonCursor.quoted(draft.setType) + " is neither \"ball\" nor \"box\"");
    }
    if (box) {
      if (draft.radius != null) {
        throw breach(place + ".radius", "a box has no radius");
      }
      if (draft.lower == null) {
        throw breach(place, "field \"lower\" is missing");
      }
      if (draft.upper == null) {
        throw breach(place, "field \"upper\" is missing");
      }
      return box(place, dimension);
    }
    if (draft.lower != null) {
      throw breach(place + ".lower", "a ball has no corners");
    }
    if (draft.upper != null) {
      throw breach(place + ".upper", "a ball has no corners");
    }
    double radius = draft.radius == null ? draft.bound : draft.radius;
    if (!(radius >= 0)) {
      throw breach(place + ".radius", radius + " is negative");
    }
    if (!(radius <= draft.bound + ConvexSet.TOLERANCE)) {
      throw breach(place + ".radius", radius + " exceeds the bound " + draft.bound);
    }
    return Ball.of(dimension, radius);
  }

  private Box box(String place, int dimension) {
    checkLength(place + ".lower", draft.lower, dimension);
    checkLength(place + ".upper", draft.upper, dimension);
    for (int i = 0; i < dimension; i++) {
      if (!(draft.lower[i] <= draft.upper[i])) {
        throw breach(
            place + ".upper[" + i + "]",
            draft.upper[i] + " is below the lower end " + draft.lower[i]);
      }
    }
    double[] corner = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      corner[i] = Math.max(Math.abs(draft.lower[i]), Math.abs(draft.upper[i]));
    }
    double norm = Vectors.norm(corner);
    if (!(norm <= draft.bound + ConvexSet.TOLERANCE)) {
      throw breach(
          place,
          "a corner of the box has norm " + norm + ", which exceeds the bound " + draft.bound);
    }
    return Box.of(draft.lower, draft.upper);
  }

  private ImmutableDoubleArray initial() {
    int dimension = draft.studentDimension;
    if (dimension < 1) {
      throw breach("student.dimension", dimension + " is not at least 1");
    }
    if (draft.initial != null) {
      Ball theta = Ball.of(dimension, draft.bound);
      return member("student.initial", draft.initial, theta, "Theta");
    }
    if (draft.phiStuLength == 0) {
      throw breach("prompts", "no state lists a token");
    }
    checkRows("phiStu", draft.phiStuLength, dimension); // before memory is spent on a dimension
    return ImmutableDoubleArray.copyOf(new double[dimension]);
  }

  /** Checks the rows of features, of which all have one length, 0 if there are none. */
  private void checkRows(String field, int length, int dimension) {
    for (int i = 0; length != dimension && i < draft.prompts.size(); i++) {
      for (int j = 0; j < draft.prompts.get(i).states().size(); j++) {
        if (!draft.prompts.get(i).states().get(j).tokens.isEmpty()) {
          String place = "prompts[" + i + "].states[" + j + "].tokens[0]." + field;
          throw breach(place, length + " numbers, not " + dimension);
        }
      }
    }
  }

  private void checkPositive(String place, double value) {
    if (!(value > 0)) {
      throw breach(place, value + " is not greater than 0");
    }
    if (value == Double.POSITIVE_INFINITY) {
      throw breach(place, value + " is not a finite number");
    }
  }

  private ImmutableDoubleArray member(String place, double[] point, ConvexSet set, String name) {
    checkLength(place, point, set.dimension());
    if (!set.contains(point)) {
      throw breach(place, "not in " + name + ", the " + set);
    }
    return ImmutableDoubleArray.copyOf(point);
  }

  private void checkLength(String place, double[] numbers, int length) {
    if (numbers.length != length) {
      throw breach(place, numbers.length + " numbers, not " + length);
    }
  }

  private void checkList(String place, List<String> list, Set<String> ids) {
    if (list.isEmpty()) {
      throw breach(place, "the list is empty");
    }
    for (int i = 0; i < list.size(); i++) {
      if (!ids.contains(list.get(i))) {
        throw breach(
            place + "[" + i + "]", "no prompt has the id " + JsonCursor.quoted(list.get(i)));
      }
    }
  }

  private InstanceFormatException breach(String place, String rule) {
    return InstanceFormatException.of(file, place, rule);
  }
}

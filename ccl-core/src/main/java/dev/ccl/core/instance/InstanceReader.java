package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceDocument.PromptPart;
import dev.ccl.core.instance.InstanceDocument.SetPart;
import dev.ccl.core.instance.InstanceDocument.TokenPart;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads {@code ccl-instance/1} files, in JSON or in the compact form, and checks every rule of the
 * format. The first breach ends the reading with an {@link InstanceFormatException} that names
 * file, place and rule.
 *
 * <p>Where the format leaves a choice, the reader takes this one:
 *
 * <ul>
 *   <li>A byte order mark is refused, and so is any encoding but UTF-8.
 *   <li>{@code name} may be absent and is then empty, as are {@code text}, {@code kind} and {@code
 *       group} of a prompt; a {@code null} is nowhere a value.
 *   <li>A prompt in neither list follows the rule of target prompts: all rewards or none. A prompt
 *       in both lists is a source prompt.
 *   <li>The tolerance 1e-9 also serves {@code radius} ≤ B and the corners of a box.
 *   <li>A listed absorbing state is checked and then left out, since it says nothing new. It may be
 *       listed without the absorbing states before it.
 *   <li>Under {@code explicit}, {@code eos} and {@code pad} are tokens like all others.
 * </ul>
 *
 * <p>Memory is a small multiple of the length of the file (of what comes out of it, if it is
 * packed, and that is bounded too); no depth of nesting can exhaust the stack, because nothing is
 * entered that is not expected.
 */
public final class InstanceReader {
  private final String file;
  private final InstanceDocument document;

  private InstanceReader(String file, InstanceDocument document) {
    this.file = file;
    this.document = document;
  }

  /**
   * Reads a file.
   *
   * @param path the file
   * @return the instance
   * @throws InstanceFormatException if the file cannot be read or breaks a rule
   */
  public static Instance read(Path path) {
    String file = path.toString();
    if (Files.isDirectory(path)) {
      throw InstanceFormatException.of(file, "", "is a directory");
    }
    try (InputStream in = new Sequential(Files.newInputStream(path))) {
      return read(file, in);
    } catch (NoSuchFileException e) {
      throw InstanceFormatException.of(file, "", "no such file");
    } catch (AccessDeniedException e) {
      throw InstanceFormatException.of(file, "", "permission to read it is denied");
    } catch (IOException e) {
      throw InstanceFormatException.of(file, "", "cannot be read: " + e.getMessage());
    }
  }

  /** A file that may be a pipe, which cannot tell how much there is. */
  private static final class Sequential extends FilterInputStream {
    Sequential(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      try {
        return super.available();
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /**
   * Reads a document from a stream, to its end.
   *
   * @param file the name that messages give to the stream
   * @param in where the bytes come from; not closed
   * @return the instance
   * @throws InstanceFormatException if the document breaks a rule
   * @throws IOException if the stream cannot be read
   */
  public static Instance read(String file, InputStream in) throws IOException {
    return new InstanceReader(file, InstanceBytes.document(file, in)).instance();
  }

  private Instance instance() {
    if (!(document.lambda > 0)) {
      throw breach("lambda", document.lambda + " is not greater than 0");
    }
    if (!(document.bound > 0)) {
      throw breach("bound", document.bound + " is not greater than 0");
    }
    if (document.horizon < 1) {
      throw breach("horizon", document.horizon + " is not at least 1");
    }
    double curvature = // of costs: λH(1 + 8BH) at most
        document.lambda * document.horizon * (1 + 8 * document.bound * document.horizon);
    if (curvature == Double.POSITIVE_INFINITY) {
      throw breach("bound", document.bound + " is so large that costs overflow");
    }
    Vocabulary vocabulary = vocabulary();
    Feasibility feasibility = feasibility();
    ConvexSet calibrationSet = calibrationSet();
    Instance.Header header =
        new Instance.Header(
            document.name,
            document.lambda,
            document.bound,
            document.horizon,
            vocabulary,
            feasibility,
            calibrationSet,
            member("calibration.teacher", document.calibration.teacher, calibrationSet, "W"),
            initial());
    if (document.prompts.isEmpty()) {
      throw breach("prompts", "the list is empty");
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < document.prompts.size(); i++) {
      String id = document.prompts.get(i).id;
      if (!ids.add(id)) {
        throw breach("prompts[" + i + "].id", JsonCursor.quoted(id) + " appears twice");
      }
    }
    checkList("source", document.source, ids);
    checkList("target", document.target, ids);
    Set<String> sourceIds = Set.copyOf(document.source);
    List<PromptTable> prompts = new ArrayList<>();
    for (int i = 0; i < document.prompts.size(); i++) {
      PromptPart part = document.prompts.get(i);
      PromptRules rules = new PromptRules(file, "prompts[" + i + "]", header, part);
      prompts.add(rules.table(sourceIds.contains(part.id)));
    }
    return Instance.of(header, prompts, document.source, document.target);
  }

  private Vocabulary vocabulary() {
    if (document.vocabulary.isEmpty()) {
      throw breach("vocabulary", "the list is empty");
    }
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < document.vocabulary.size(); i++) {
      String token = document.vocabulary.get(i);
      if (!tokens.add(token)) {
        throw breach("vocabulary[" + i + "]", JsonCursor.quoted(token) + " appears twice");
      }
    }
    String outside = " is not in the vocabulary";
    if (!tokens.contains(document.eos)) {
      throw breach("eos", JsonCursor.quoted(document.eos) + outside);
    }
    if (!tokens.contains(document.pad)) {
      throw breach("pad", JsonCursor.quoted(document.pad) + outside);
    }
    if (document.pad.equals(document.eos)) {
      throw breach("pad", JsonCursor.quoted(document.pad) + " is also eos");
    }
    return Vocabulary.of(document.vocabulary, document.eos, document.pad);
  }

  private Feasibility feasibility() {
    for (Feasibility feasibility : Feasibility.values()) {
      if (feasibility.text().equals(document.feasibility)) {
        return feasibility;
      }
    }
    throw breach(
        "feasibility",
        JsonCursor.quoted(document.feasibility) + " is neither \"eos-padded\" nor \"explicit\"");
  }

  private ConvexSet calibrationSet() {
    int dimension = document.calibration.dimension;
    if (dimension < 1) {
      throw breach("calibration.dimension", dimension + " is not at least 1");
    }
    SetPart set = document.calibration.set;
    String place = "calibration.set";
    boolean box = set.type.equals("box");
    if (!box && !set.type.equals("ball")) {
      throw breach(
          place + ".type", JsonCursor.quoted(set.type) + " is neither \"ball\" nor \"box\"");
    }
    if (box) {
      if (set.radius != null) {
        throw breach(place + ".radius", "a box has no radius");
      }
      if (set.lower == null) {
        throw breach(place, "field \"lower\" is missing");
      }
      if (set.upper == null) {
        throw breach(place, "field \"upper\" is missing");
      }
      return box(place, dimension, set);
    }
    if (set.lower != null) {
      throw breach(place + ".lower", "a ball has no corners");
    }
    if (set.upper != null) {
      throw breach(place + ".upper", "a ball has no corners");
    }
    double radius = set.radius == null ? document.bound : set.radius;
    if (!(radius >= 0)) {
      throw breach(place + ".radius", radius + " is negative");
    }
    if (!(radius <= document.bound + ConvexSet.TOLERANCE)) {
      throw breach(place + ".radius", radius + " exceeds the bound " + document.bound);
    }
    return Ball.of(dimension, radius);
  }

  private Box box(String place, int dimension, SetPart set) {
    checkLength(place + ".lower", set.lower, dimension);
    checkLength(place + ".upper", set.upper, dimension);
    for (int i = 0; i < dimension; i++) {
      if (!(set.lower[i] <= set.upper[i])) {
        throw breach(
            place + ".upper[" + i + "]", set.upper[i] + " is below the lower end " + set.lower[i]);
      }
    }
    double[] corner = new double[dimension];
    for (int i = 0; i < dimension; i++) {
      corner[i] = Math.max(Math.abs(set.lower[i]), Math.abs(set.upper[i]));
    }
    double norm = Vectors.norm(corner);
    if (!(norm <= document.bound + ConvexSet.TOLERANCE)) {
      throw breach(
          place,
          "a corner of the box has norm " + norm + ", which exceeds the bound " + document.bound);
    }
    return Box.of(set.lower, set.upper);
  }

  private ImmutableDoubleArray initial() {
    int dimension = document.student.dimension;
    if (dimension < 1) {
      throw breach("student.dimension", dimension + " is not at least 1");
    }
    if (document.student.initial != null) {
      Ball theta = Ball.of(dimension, document.bound);
      return member("student.initial", document.student.initial, theta, "Theta");
    }
    checkFirstFeatures(dimension);
    return ImmutableDoubleArray.copyOf(new double[dimension]);
  }

  /** Believes no dimension that the features do not bear out, before memory is spent on it. */
  private void checkFirstFeatures(int dimension) {
    for (int i = 0; i < document.prompts.size(); i++) {
      for (int j = 0; j < document.prompts.get(i).states.size(); j++) {
        for (TokenPart token : document.prompts.get(i).states.get(j).tokens) {
          String place = "prompts[" + i + "].states[" + j + "].tokens[0].phiStu";
          checkLength(place, token.phiStu, dimension);
          return;
        }
      }
    }
    throw breach("prompts", "no state lists a token");
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

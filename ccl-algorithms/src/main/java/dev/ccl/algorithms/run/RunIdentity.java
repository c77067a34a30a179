package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.core.problem.LearningProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Everything besides the seed that decides the bits of a replicate: two runs of the same identity
 * and seed are the same run.
 */
public final class RunIdentity {
  /**
   * The version of the numbers of this library, kept by hand: raised when the same run no longer
   * gives the same bits, and only then. What was made under another number is not gone on with.
   */
  public static final String NUMBERS = "numbers 2";

  private final ImmutableMap<String, String> entries;

  private RunIdentity(ImmutableMap<String, String> entries) {
    this.entries = entries;
  }

  /**
   * Returns the identity of runs. Where the learner, a part that it is set to, a family, its
   * features, the reference or the verifier is a user's, a digest of the classes in its jar or
   * directory belongs to it.
   *
   * @param code the version of the code, such as {@link #NUMBERS}
   * @param instance a digest of the problem's data
   * @param learner the method with its settings
   * @param problem the problem, of which the shape is noted
   * @param recorded the recorded rounds
   * @return the identity
   */
  public static RunIdentity of(
      String code,
      String instance,
      Learner learner,
      LearningProblem problem,
      RecordedRounds recorded) {
    ImmutableMap.Builder<String, String> entries = ImmutableMap.builder();
    entries.put("code", code);
    LoadedCode.own(classes(learner, problem)).ifPresent(own -> entries.put("own classes", own));
    entries.put("instance", instance);
    entries.put("shape", shape(problem));
    entries.put("learner", learner.name());
    learner.settings().texts().forEach((key, text) -> entries.put("setting " + key, text));
    entries.put("rounds", Long.toString(recorded.last()));
    entries.put("recorded rounds", recorded.toString());
    return new RunIdentity(entries.buildOrThrow());
  }

  /**
   * Returns the identity with the given entries.
   *
   * @param entries names with their values
   * @return the identity
   */
  public static RunIdentity of(Map<String, String> entries) {
    return new RunIdentity(ImmutableMap.copyOf(entries));
  }

  private static List<Class<?>> classes(Learner learner, LearningProblem problem) {
    List<Class<?>> classes = new ArrayList<>(problem.classes());
    classes.add(learner.getClass());
    if (learner instanceof PathLearner) {
      classes.add(((PathLearner) learner).objective().getClass());
    }
    for (Setting<?> setting : learner.settings().all()) {
      Object value = learner.settings().get(setting);
      if (value instanceof Part) {
        classes.add(value.getClass());
      }
    }
    return classes;
  }

  private static String shape(LearningProblem problem) {
    return String.format(
        Locale.ROOT,
        "D=%d d=%d H=%d source=%d target=%d",
        problem.calibration().set().dimension(),
        problem.student().set().dimension(),
        problem.horizon(),
        problem.source().forest().edges(),
        problem.target().forest().edges());
  }

  /** {@return what the identity consists of; names with their values} */
  public ImmutableMap<String, String> entries() {
    return entries;
  }

  /** {@return a short name of the identity; 64 hexadecimal digits} */
  public String digest() {
    String text = Joiner.on('\n').withKeyValueSeparator('=').join(entries);
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /**
   * Refuses what belongs to another run.
   *
   * @param place where the other identity was found
   * @param found the identity found there
   * @throws IllegalArgumentException if it differs; the message names the first difference
   */
  public void requireSame(Object place, RunIdentity found) {
    for (String name : Sets.union(entries.keySet(), found.entries.keySet())) {
      String here = entries.getOrDefault(name, "absent");
      String there = found.entries.getOrDefault(name, "absent");
      checkArgument(
          here.equals(there),
          "%s belongs to another run: its %s is %s, not %s",
          place,
          name,
          there,
          here);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunIdentity && ((RunIdentity) other).entries.equals(entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}

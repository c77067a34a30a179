package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Files;
import com.google.common.primitives.Doubles;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.run.Caveats;
import dev.ccl.experiments.run.Measure;
import dev.ccl.report.paper.Guides;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The recordings on one instance, each with a name under which it appears in figures and tables:
 * the learner and those of its settings in which recordings of that learner differ.
 */
public final class Group {
  private final ImmutableMap<String, RunRecord> byName;
  private final Optional<Guides> guides;

  private Group(ImmutableMap<String, RunRecord> byName, Optional<Guides> guides) {
    this.byName = byName;
    this.guides = guides;
  }

  /**
   * Names recordings.
   *
   * @param recordings recordings on one instance
   * @param guides what the paper says about the instance, where it was found
   * @return the group
   */
  public static Group of(List<RunRecord> recordings, Optional<Guides> guides) {
    Map<String, RunRecord> byName = new LinkedHashMap<>();
    for (RunRecord recording : recordings) {
      String name = name(recording, recordings);
      String unique = name;
      for (int i = 2; byName.containsKey(unique); i++) {
        unique = name + " (" + i + ")";
      }
      byName.put(unique, recording);
    }
    return new Group(ImmutableMap.copyOf(byName), guides);
  }

  private static String name(RunRecord recording, List<RunRecord> all) {
    String learner = recording.fact("learner");
    List<RunRecord> same = new ArrayList<>();
    for (RunRecord other : all) {
      if (other.fact("learner").equals(learner)) {
        same.add(other);
      }
    }
    StringBuilder name = new StringBuilder(learner);
    // The first recording of a learner is what the others are compared with.
    Map<String, String> usual = same.get(0).settings();
    recording
        .settings()
        .forEach(
            (key, value) -> {
              if (!value.equals(usual.get(key))) {
                name.append(' ').append(key).append('=').append(value);
              }
            });
    return name.toString();
  }

  /** {@return names with recordings, in order} */
  public ImmutableMap<String, RunRecord> byName() {
    return byName;
  }

  /**
   * Returns the recordings that know a measure.
   *
   * @param measure what to know
   * @return names with recordings, in order
   */
  public ImmutableMap<String, RunRecord> knowing(Measure measure) {
    ImmutableMap.Builder<String, RunRecord> known = ImmutableMap.builder();
    byName.forEach(
        (name, recording) -> {
          if (recording.has(measure)) {
            known.put(name, recording);
          }
        });
    return known.buildOrThrow();
  }

  /**
   * Returns the first recording with a property.
   *
   * @param property what to look for
   * @return the recording, if there is one
   */
  public Optional<RunRecord> first(Predicate<RunRecord> property) {
    return byName.values().stream().filter(property).findFirst();
  }

  /** {@return what the paper says about the instance: the guides, if the instance was found} */
  public Optional<Guides> guides() {
    return guides;
  }

  /**
   * Tells whether w* has a meaning: by the instance where it was found, otherwise by what the runs
   * have said.
   *
   * @return whether one w* gives the optimal policy
   */
  public boolean isRealizable() {
    return guides
        .map(Guides::isRealizable)
        .orElse(warnings().stream().noneMatch(w -> w.startsWith(Caveats.NOT_REALIZABLE)));
  }

  /**
   * Says what the figures and tables leave out, since an assumption that carries it fails.
   *
   * @return sentences
   */
  public ImmutableList<String> omissions() {
    ImmutableList.Builder<String> sentences = ImmutableList.builder();
    if (!isRealizable()) {
      sentences.add(
          "No w* in W gives the optimal policy: the distance from w*, the paper's rate, its bounds"
              + " and its error terms are left out.");
    } else if (guides.isPresent() && !guides.get().isIdentified()) {
      sentences.add(
          "The source does not identify w* (μ_joint = 0, so γ = 0): the paper's rate, its bounds"
              + " and its error terms are left out.");
    } else if (guides.isPresent() && guides.get().hasTruth() && !guides.get().hasRate()) {
      sentences.add(
          "The oracle student is not unique: the paper's rate is left out, and 𝒦 is the distance"
              + " from one of several.");
    }
    return sentences.build();
  }

  /**
   * {@return the last round that all recordings have recorded; T, or 0 if they share no later one}
   */
  public double commonRound() {
    Set<Double> common = null;
    for (RunRecord recording : byName.values()) {
      Set<Double> own = new TreeSet<>(Doubles.asList(recording.rounds()));
      if (common == null) {
        common = own;
      }
      common.retainAll(own);
    }
    return common == null || common.isEmpty() ? 0 : Collections.max(common);
  }

  /** {@return what the instance calls itself} */
  public String instanceName() {
    return first(r -> true).map(r -> r.fact("instanceName")).orElse("");
  }

  /** {@return the name of the instance's file, without its ending} */
  public String fileName() {
    return Files.getNameWithoutExtension(first(r -> true).map(r -> r.fact("instance")).orElse(""));
  }

  /** {@return the distinct warnings of all recordings, sentences} */
  public ImmutableList<String> warnings() {
    return byName.values().stream()
        .flatMap(r -> r.warnings().stream())
        .distinct()
        .collect(ImmutableList.toImmutableList());
  }
}

package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers that people read in a study: means, errors and wins, worked out by hand. */
class StudyTableTest {
  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withLambda(0.1)
          .withHorizon(1)
          .withPrompts(3, 9)
          .withDimensions(2, 2)
          .withBound(4);

  @TempDir Path directory;

  private static SplitStudy split(double reference, double early, double late, int number) {
    return new SplitStudy(
        ImmutableMap.of("reference", reference, "careful 5", early, "careful 20", late),
        ImmutableMap.of("reference", 0.1 * number, "careful 20", 0.5 + 0.1 * number),
        1.0 * number,
        10.0 * number,
        100.0 * number,
        1000.0 * number,
        60,
        ImmutableList.of("answer " + number));
  }

  @Test
  void aTableHasMeansStandardErrorsAndWins() throws IOException {
    StudyFile study = StudyFile.open(directory.resolve("study.jsonl"), "this");
    study.add("task/shift/1", split(1, 3, 4, 1)); // careful gains 3 on the reference
    study.add("task/shift/2", split(2, 4, 2, 2)); // nothing: that is no win
    study.add("task/shift/3", split(6, 2, 3, 3)); // and loses 3
    study.add("task/shift-en/1", split(7, 7, 9, 4)); // a shift whose name goes on
    List<String> table = study.table();
    assertEquals(
        "task/shift: 3 splits, residual 2.00 nats on source, 20.00 on target (best 200.00),"
            + " mu_joint 2.0e+03",
        table.get(0));
    // J of the reference: mean 3, squares 4 + 1 + 9, so 14/2/3 and its root 1.5275; the gains 3, 0
    // and −3 have the mean 0, squares 18, so 18/2/3 and its root 1.7321.
    assertEquals(
        "  reference              J  3.0000 ± 1.5275   careful exceeds it by  0.0000 ± 1.7321, on"
            + " 1 of 3 splits",
        table.get(1));
    // The last number of queries is what is compared: gains 1, −2 and 1.
    assertEquals(
        "  careful 5              J  3.0000 ± 0.5774   careful exceeds it by  0.0000 ± 1.0000, on"
            + " 2 of 3 splits",
        table.get(2));
    assertEquals(
        "  careful 20             J  3.0000 ± 0.5774   careful exceeds it by  0.0000 ± 0.0000, on"
            + " 0 of 3 splits",
        table.get(3));
    assertEquals("  likeliest answer right, reference          0.200", table.get(4));
    assertEquals("  likeliest answer right, careful 20         0.700", table.get(5));
    assertEquals(
        "  rewards asked for by the learners: 180; ten answers of the first split, before and"
            + " after, with their rewards:",
        table.get(6));
    assertEquals("    answer 1", table.get(7));
    assertEquals(
        "task/shift-en: 1 splits, residual 4.00 nats on source, 40.00 on target (best 400.00),"
            + " mu_joint 4.0e+03",
        table.get(8));
    assertEquals(
        "  reference              J  7.0000 ± NaN   careful exceeds it by  2.0000 ± NaN, on"
            + " 1 of 1 splits",
        table.get(9),
        "one split has no error");
  }

  /** A student is looked at after as many queries as its name says, and so is its ledger. */
  @Test
  void aSplitIsMeasuredAfterTheQueriesItNames() {
    Instance instance = RandomInstance.of(SPEC.withDimensions(2, 3), 25).instance();
    SplitStudy study = SplitStudy.of(instance, List.of(5L, 100L), 3);
    GroundTruth truth = GroundTruth.of(instance);
    long asked = 0;
    Set<Double> seen = new HashSet<>();
    for (String name : List.of("practical", "careful")) {
      for (long queries : List.of(5L, 100L)) {
        double objective = truth.objective(student(truth, Learners.named(name), queries, queries));
        assertEquals(objective, study.objectives().get(name + " " + queries), name + " " + queries);
        seen.add(objective);
      }
      asked += 100;
    }
    Learner staged = Learners.named("careful").with("first-stage", "100");
    double objective = truth.objective(student(truth, staged, 100 + 50, 100));
    assertEquals(objective, study.objectives().get("two-stage 100"));
    seen.add(objective);
    assertEquals(5, seen.size(), "students that differ");
    assertEquals(asked + 100, study.queries());
    KlProjection projection = KlProjection.of(truth);
    assertArrayEquals(
        new double[] {
          projection.sourceResidual(),
          projection.targetResidual(),
          projection.targetBest(),
          PaperConstants.of(truth.problem()).muJoint()
        },
        new double[] {
          study.sourceResidual(), study.targetResidual(), study.targetBest(), study.muJoint()
        });
  }

  /** All 64 bits of a seed count, for every learner, as long as no solution is proven. */
  @Test
  void largeSeedsAreOtherSeeds() {
    Instance instance = BrokenInstance.NOT_REALIZABLE.instance();
    SplitStudy small = SplitStudy.of(instance, List.of(2L), 3);
    SplitStudy large = SplitStudy.of(instance, List.of(2L), 3 + (1L << 32));
    for (String learner : List.of("practical 2", "careful 2", "two-stage 2")) {
      assertNotEquals(small.objectives().get(learner), large.objectives().get(learner), learner);
    }
    assertEquals(small.objectives().get("reference"), large.objectives().get("reference"));
  }

  /** An instance on which every student, early and late, is right on another share of prompts. */
  @Test
  void accuracyAndAnswersAreThoseOfTheLastCarefulStudent() {
    Instance instance = RandomInstance.of(SPEC, 25).instance();
    GroundTruth truth = GroundTruth.of(instance);
    SplitStudy study = SplitStudy.of(instance, List.of(5L, 100L), 3);
    double[] careful = student(truth, Learners.named("careful"), 100, 100);
    double right = accuracy(truth, careful);
    assertEquals(right, study.accuracy().get("careful 100"));
    Learner staged = Learners.named("careful").with("first-stage", "100");
    for (double[] other :
        List.of(
            student(truth, Learners.named("practical"), 100, 100),
            student(truth, Learners.named("careful"), 5, 5),
            student(truth, staged, 100 + 50, 100))) {
      assertNotEquals(right, accuracy(truth, other));
    }
    assertEquals(
        AnswerSamples.accuracy(truth, truth.problem().target().reference()),
        study.accuracy().get("reference"));
    AnswerSamples.Text text = (prompt, answer) -> truth.problem().mdp().text(answer);
    assertEquals(AnswerSamples.likeliest(truth, careful, text, 10), study.answers());
  }

  private static double accuracy(GroundTruth truth, double[] theta) {
    return AnswerSamples.accuracy(truth, truth.problem().target().student().law(theta));
  }

  private static double[] student(GroundTruth truth, Learner learner, long rounds, long queries) {
    double[] theta = new double[truth.problem().student().set().dimension()];
    try (Session session = learner.start(truth.problem(), 3, 1)) {
      session.advance(rounds);
      session.student(theta);
      assertEquals(queries, session.state().ledger().sourceQueries());
    }
    return theta;
  }
}

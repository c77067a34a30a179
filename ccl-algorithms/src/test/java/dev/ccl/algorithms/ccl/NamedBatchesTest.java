package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.Multiset;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Cursor;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TargetBatches;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No two batches of a run have the same name, so that none has the numbers of another. */
final class NamedBatchesTest {
  private static final int ROUNDS = 10;
  private static final int UPDATES = 3;

  private static final LearningProblem PROBLEM =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(1), 4).instance().problem();

  /** Notes the names of the batches that are asked for, and the students that are explored. */
  private static final class Noting implements Engine, TargetBatches {
    private final Engine engine;
    final Multiset<String> names = LinkedHashMultiset.create();
    final Set<String> explored = new HashSet<>();

    Noting(Engine engine) {
      this.engine = engine;
    }

    private void note(Purpose purpose, Rollouts batch) {
      if (!batch.isExact()) {
        names.add(purpose + " " + batch.round() + " " + batch.update());
      }
    }

    @Override
    public double cost(double[] theta, Rollouts batch, Purpose purpose) {
      note(purpose, batch);
      return engine.batches().cost(theta, batch, purpose);
    }

    @Override
    public void costs(double[] first, double[] second, Rollouts batch, double[] out) {
      note(Purpose.VALIDATION_FIRST, batch);
      note(Purpose.VALIDATION_SECOND, batch);
      explored.add(Arrays.toString(second));
      engine.batches().costs(first, second, batch, out);
    }

    @Override
    public double gradient(double[] theta, Rollouts batch, Credit credit, double[] out) {
      note(Purpose.GRADIENT_BATCH, batch);
      return engine.batches().gradient(theta, batch, credit, out);
    }

    @Override
    public void calibrate(double[] w) {
      engine.batches().calibrate(w);
    }

    @Override
    public void information(double[] theta, Rollouts batch, double[] matrix) {
      engine.batches().information(theta, batch, matrix);
    }

    @Override
    public double largestCount() {
      return engine.batches().largestCount();
    }

    @Override
    public void inspect(double[] w, double[] theta, boolean everywhere) {
      engine.inspect(w, theta, everywhere);
    }

    @Override
    public boolean isWhole() {
      return engine.isWhole();
    }

    @Override
    public SourceCursor source() {
      return engine.source();
    }

    @Override
    public Cursor target() {
      return engine.target();
    }

    @Override
    public TargetBatches batches() {
      return this;
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  private static Noting played(Settings settings) {
    RandomStreams streams = RandomStreams.of(5);
    try (Noting engine = new Noting(Engine.open(PROBLEM, streams, Sampler.COUNTS, 1))) {
      Draws draws = Draws.of(streams);
      double[] w = PROBLEM.calibration().initial().toArray();
      double[] theta = PROBLEM.student().initial().toArray();
      Run run = new Run(PROBLEM, engine, draws, Memory.of(ImmutableMap.of()));
      CclParts parts = CclParts.start(settings, run, w);
      Round round = new Round(run, parts, List.of(), w, theta);
      for (long t = 0; t < ROUNDS; t++) {
        round.calibrate(t);
        engine.calibrate(w);
        for (long update = 0; update < UPDATES; update++) {
          round.distil(t, t, update);
        }
      }
      return engine;
    }
  }

  private static List<String> repeated(Noting run) {
    return run.names.entrySet().stream()
        .filter(name -> name.getCount() > 1)
        .map(Multiset.Entry::getElement)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "off", "screened"})
  void noNameOccursTwice(String exploration) {
    Noting run = played(CclSettings.PAPER.with("exploration", exploration));
    assertEquals(List.of(), repeated(run));
    assertTrue(run.names.size() >= ROUNDS * UPDATES);
    if (exploration.equals("on")) {
      assertEquals(3 * ROUNDS * UPDATES, run.names.size());
      assertEquals(ROUNDS * UPDATES, run.explored.size(), "no student is explored twice");
    }
    if (exploration.equals("screened")) { // in rounds 0, 1, 4 and 9, eight pairs per update
      long screens =
          run.names.stream().filter(name -> name.startsWith(Purpose.EVALUATION + " ")).count();
      assertEquals(4 * UPDATES * 16, screens);
    }
  }

  /** A liar: the candidate is screened with the rollouts of the student that it should replace. */
  private record Sharing() implements Exploration {
    @Override
    public InRun start(Run run) {
      Rollouts batch = Rollouts.of(2);
      return (t, update, theta, out) -> {
        run.problem().student().set().draw(run.draws().open(Purpose.EXPLORATION, t), out);
        batch.at(t, update);
        double present = run.engine().batches().cost(theta, batch, Purpose.EVALUATION);
        double candidate = run.engine().batches().cost(out, batch, Purpose.EVALUATION);
        return candidate < present;
      };
    }
  }

  @Test
  void sharedRolloutsAreSeen() {
    Noting run = played(CclSettings.PAPER.with(CclSettings.EXPLORATION, new Sharing()));
    assertFalse(repeated(run).isEmpty());
    assertEquals(ROUNDS * UPDATES, repeated(run).size());
  }

  /** A liar: all updates of a round explore the same student. */
  private record Forgetful() implements Exploration {
    @Override
    public InRun start(Run run) {
      return (t, update, theta, out) -> {
        run.problem().student().set().draw(run.draws().open(Purpose.EXPLORATION, t), out);
        return true;
      };
    }
  }

  @Test
  void aReusedIndexIsSeen() {
    Noting run = played(CclSettings.PAPER.with(CclSettings.EXPLORATION, new Forgetful()));
    assertEquals(ROUNDS, run.explored.size());
  }
}

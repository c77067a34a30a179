package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.certificate.Certificate;
import dev.ccl.algorithms.certificate.Watch;
import dev.ccl.algorithms.run.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * {@code certificate.csv}: for each row of {@code runs.csv} what can be said about its student
 * without target rewards. The rounds are done once more and watched, and that the students are
 * those of the run is checked.
 */
public final class CertificateFile {
  /** The name of the file. */
  public static final String NAME = "certificate.csv";

  private static final String HEADER =
      "seed,round,certifiedExcess,certifiedOracleKl,modelEvidence\n";

  private final RunPlan plan;
  private final FinishedRun run;
  private final double delta;

  private CertificateFile(RunPlan plan, FinishedRun run, double delta) {
    this.plan = plan;
    this.run = run;
    this.delta = delta;
  }

  /** The rows of one seed and its last certificate. */
  private record Rows(String text, Certificate last) {}

  /**
   * Finds the plan of a finished run.
   *
   * @param directory where the run is
   * @param instance the file of its instance
   * @return the plan
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if the run is damaged or of another instance or version
   */
  public static RunPlan plan(Path directory, Path instance) throws IOException {
    FinishedRun run = FinishedRun.open(directory);
    RunPlan plan = RunPlan.of(Subject.read(instance), run.json().path("configuration").toString());
    checkArgument(
        plan.digest().equals(run.json().path("digest").asText()),
        "%s is a run of another instance or version than %s",
        directory,
        instance);
    return plan;
  }

  /**
   * Writes the file.
   *
   * @param plan the plan of the run
   * @param directory where the finished run is
   * @param delta δ
   * @param threads how many seeds at once
   * @return what the last certificates say, in words
   * @throws IOException if a file cannot be read or written
   */
  public static String write(RunPlan plan, Path directory, double delta, int threads)
      throws IOException {
    requireWatchable(plan, delta);
    CertificateFile file = new CertificateFile(plan, FinishedRun.open(directory), delta);
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, plan.seeds()));
    try {
      List<Future<Rows>> seeds = new ArrayList<>();
      for (int i = 0; i < plan.seeds(); i++) {
        int index = i;
        Callable<Rows> work = () -> file.rows(index);
        seeds.add(pool.submit(work));
      }
      StringBuilder text = new StringBuilder(HEADER);
      List<Certificate> last = new ArrayList<>();
      for (Future<Rows> seed : seeds) {
        Rows rows = get(seed);
        text.append(rows.text());
        last.add(rows.last());
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(directory.resolve(NAME), out -> out.write(bytes));
      file.run.add(NAME);
      return file.words(last);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Refuses a plan whose runs cannot be certified.
   *
   * @param plan the plan
   * @param delta δ
   * @throws IllegalArgumentException if its learner does not compare as Algorithm 1 does
   */
  public static void requireWatchable(RunPlan plan, double delta) {
    Watch.of(plan.problem(), plan.learner(), plan.firstSeed(), delta);
  }

  private static Rows get(Future<Rows> rows) throws IOException {
    try {
      return rows.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("certifying a seed: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Rows rows(int index) {
    long seed = plan.firstSeed() + index;
    Learner learner = plan.learner();
    StringBuilder text = new StringBuilder();
    Certificate last = null;
    double[] theta = new double[plan.problem().student().set().dimension()];
    Watch watch = Watch.of(plan.problem(), learner, seed, delta);
    try (Session session = learner.open(plan.problem(), learner.initial(plan.problem(), seed), 1)) {
      for (long round : plan.recorded().all().toArray()) {
        watch.advance(session, round - session.round());
        last = watch.certify(session);
        text.append(seed).append(',').append(round);
        for (double value : new double[] {last.excess(), last.oracleKl(), last.modelEvidence()}) {
          text.append(',').append(value < Double.POSITIVE_INFINITY ? RunTable.number(value) : "");
        }
        text.append('\n');
      }
      session.student(theta);
    }
    JsonNode recorded = run.json().path("replicates").path(index).path("theta");
    for (int i = 0; i < theta.length; i++) {
      checkArgument(
          recorded.path(i).asDouble() == theta[i],
          "the rounds of seed %s lead to another student than the run's",
          seed);
    }
    return new Rows(text.toString(), last);
  }

  private String words(List<Certificate> last) {
    double[] excess = last.stream().mapToDouble(Certificate::excess).sorted().toArray();
    double[] kl = last.stream().mapToDouble(Certificate::oracleKl).sorted().toArray();
    double evidence = last.stream().mapToDouble(Certificate::modelEvidence).max().orElse(0);
    StringBuilder text = new StringBuilder();
    if (!(evidence < 20)) {
      text.append(
          "The source rewards contradict the model (Assumption 1): only the cap without queries"
              + " stands.\n");
    }
    text.append(
        String.format(
            "After %d rounds, without a target reward: the excess cost is at most %.3g (median of"
                + " %d seeds; at most %.3g in each),%nits KL to the oracle student at most %.3g;"
                + " for all rounds of a seed at once with probability %.4g, if the model holds.%n"
                + "Largest evidence against the model: %.3g (20 would reject it at 5 %%).",
            plan.recorded().last(),
            excess[excess.length / 2],
            excess.length,
            Arrays.stream(excess).max().orElse(0),
            kl[kl.length / 2],
            1 - delta,
            evidence));
    if (last.get(0).strength() == Certificate.Strength.SEARCHED) {
      text.append("\nThe bounds were searched for, not certified: d is above 4 or not linear.");
    }
    return text.toString();
  }
}

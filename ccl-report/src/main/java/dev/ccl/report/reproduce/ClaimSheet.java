package dev.ccl.report.reproduce;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.chart.Colour;
import dev.ccl.report.chart.Series;
import dev.ccl.report.page.Figure;
import dev.ccl.theory.Adversary;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Specimens;
import dev.ccl.theory.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The paper's claims, each evaluated at random parameters of many instances. */
public final class ClaimSheet {
  private final ImmutableList<Entry> entries;

  private ClaimSheet(ImmutableList<Entry> entries) {
    this.entries = entries;
  }

  /**
   * What was found about a claim.
   *
   * @param claim the claim
   * @param instances on how many instances it says something
   * @param statements how many statements were compared
   * @param holds whether all of them hold
   * @param tightness the largest ratio of the two sides of a bound; 0 if the claim has none
   * @param evidence the statement that fails, the tightest bound, or the worst of the others
   * @param where the instance of the evidence
   */
  public record Entry(
      Claim claim,
      int instances,
      long statements,
      boolean holds,
      double tightness,
      Evidence evidence,
      String where) {}

  /**
   * Evaluates claims.
   *
   * @param claims which
   * @param effort how hard to try
   * @param seed the root of what is drawn
   * @param threads how many threads to use; no result depends on it
   * @param monitor told after every claim; may stop the evaluation
   * @return the sheet; nothing if the monitor stopped it
   */
  public static Optional<ClaimSheet> of(
      List<Claim> claims, Effort effort, long seed, int threads, Monitor monitor) {
    ImmutableList<Entry> entries =
        Parallel.map(
            threads,
            claims,
            claim -> {
              Entry entry = evaluate(claim, effort, seed, monitor);
              monitor.completed(1);
              return entry;
            });
    return monitor.stopping() ? Optional.empty() : Optional.of(new ClaimSheet(entries));
  }

  /** The entry of a claim, which is of no use once the monitor is stopping. */
  private static Entry evaluate(Claim claim, Effort effort, long seed, Monitor monitor) {
    Tally tally = new Tally(claim);
    List<Specimen> specimens = effort.moves() == 0 ? Specimens.few() : Specimens.many();
    for (Specimen specimen : specimens) {
      if (claim.appliesTo(specimen)) {
        Subject subject = new Subject(specimen.instance());
        for (int i = 0; i < effort.starts() && !monitor.stopping(); i++) {
          tally.add(claim.evaluate(Case.random(specimen, subject, seed + i)), specimen, i == 0);
        }
      }
    }
    // An adversary moves what is exact and has a bound; a sampled law would only be drawn again.
    if (tally.entry.tightness() > 0 && effort.moves() > 0) {
      Adversary adversary = Adversary.of(1, effort.moves());
      for (Specimen specimen : Specimens.tight()) {
        boolean first = true;
        for (Part part : claim.parts()) {
          if (part.kind() == Kind.EXACT && part.appliesTo(specimen) && !monitor.stopping()) {
            Subject subject = new Subject(specimen.instance());
            tally.add(adversary.search(part, specimen, subject, seed), specimen, first);
            first = false;
          }
        }
      }
    }
    return tally.entry;
  }

  /** What is known about a claim so far. */
  private static final class Tally {
    private Entry entry;

    Tally(Claim claim) {
      entry =
          new Entry(
              claim,
              0,
              0,
              true,
              0,
              Evidence.equal("no instance applies", 0, 0, Tolerance.none()),
              "nowhere");
    }

    void add(Findings findings, Specimen specimen, boolean first) {
      boolean tighter = findings.tightness() > entry.tightness();
      boolean none = entry.statements() == 0;
      boolean worse = entry.holds() && (!findings.hold() || tighter || none);
      entry =
          new Entry(
              entry.claim(),
              entry.instances() + (first ? 1 : 0),
              entry.statements() + findings.statements(),
              entry.holds() && findings.hold(),
              Math.max(entry.tightness(), findings.tightness()),
              worse ? findings.evidence() : entry.evidence(),
              worse ? specimen.name() : entry.where());
    }
  }

  /** {@return what was found} */
  public ImmutableList<Entry> entries() {
    return entries;
  }

  /** {@return the number of claims that hold wherever they were evaluated, how many} */
  public long held() {
    return entries.stream().filter(Entry::holds).count();
  }

  /** {@return the claims in words, each with its label in the paper} */
  public ChartTable words() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    for (Entry entry : entries) {
      rows.add(
          ImmutableList.of(
              entry.holds() ? "holds" : "FAILS",
              entry.claim().sentence(),
              entry.claim().label(),
              entry.claim().id()));
    }
    return new ChartTable(
        ImmutableList.of("verdict", "what the paper claims", "label in the paper", "claim"),
        rows.build());
  }

  /** {@return the claims as a table, with how each was checked} */
  public ChartTable table() {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    for (Entry entry : entries) {
      Claim claim = entry.claim();
      rows.add(
          ImmutableList.of(
              claim.id(),
              entry.holds() ? "holds" : "FAILS",
              claim.sentence(),
              entry.tightness() > 0 ? Numbers.text(entry.tightness()) : "–",
              claim.kinds(),
              entry.instances() + " / " + Numbers.count(entry.statements()),
              claim.label(),
              entry.where() + ": " + entry.evidence().where()));
    }
    return new ChartTable(
        ImmutableList.of(
            "claim",
            "verdict",
            "what it says",
            "tightest ratio",
            "kind",
            "instances / statements",
            "label",
            "where"),
        rows.build());
  }

  private static String firstLabel(Claim claim) {
    return Splitter.on(", ").splitToList(claim.label()).get(0);
  }

  /** {@return how tight the bounds are} */
  public Figure figure() {
    List<String> names = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.tightness() > 0) {
        names.add(entry.claim().id() + " " + firstLabel(entry.claim()));
        ratios.add(entry.tightness());
      }
    }
    double[] x = ratios.stream().mapToDouble(r -> r).toArray();
    double[] y = new double[x.length];
    Arrays.setAll(y, i -> i);
    Chart chart =
        Chart.of(
            "claims",
            "How much of its bound each claim uses",
            "For each claim that is an inequality, the largest ratio of its two sides.",
            Axis.linear("measured side over bound; 1 is attained").within(0, 1),
            Axis.categories(names),
            List.of(
                Series.guide("the bound", Colour.VERMILION, 1, -0.5, 1, y.length - 0.5)
                    .keyed("bound"),
                Series.of("largest ratio found", Colour.BLUE, Series.Look.POINTS, x, y)
                    .keyed("ratio")));
    return new Figure(
        chart,
        "The largest ratio of the smaller to the larger side over the parameters that were tried,"
            + " on ordinary, extreme and crafted instances. A ratio above 1 would refute a claim.");
  }
}

package dev.ccl.report.verify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.experiments.run.Printable;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Part;
import dev.ccl.theory.search.ClaimReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Verdicts as a table of at most 100 columns and as a JSON document. */
public final class VerifyText {
  private static final int CLAIM_WIDTH = 58;
  private static final int COLUMNS = 4; // of an overview

  private VerifyText() {}

  /**
   * Returns a line for each check of each claim.
   *
   * @param verdicts one verdict per claim
   * @param instances how many instances there were
   * @param seed the seed of everything that was drawn
   * @param written the files of the counterexamples, by claim
   * @return the table and a summary
   */
  public static String table(
      List<ClaimReport> verdicts, int instances, long seed, Map<String, Path> written) {
    StringBuilder text = new StringBuilder();
    text.append(row("id", "claim", "kind", "cases", "worst", "verdict"));
    for (ClaimReport v : verdicts) {
      for (int k = 0; k < v.checks().size(); k++) {
        Part part = v.claim().parts().get(k);
        Verdict check = v.checks().get(k);
        text.append(
            row(
                v.claim().id(),
                part.check().rule(),
                part.kind().text(),
                Integer.toString(check.cases()),
                check.worst().map(VerifyText::ratio).orElse("-"),
                word(check.status())));
      }
    }
    return text.append('\n').append(summary(verdicts, instances, seed, written)).toString();
  }

  /**
   * Returns the verdicts alone, so that those of all claims fit on a screen.
   *
   * @param verdicts one verdict per claim
   * @param instances how many instances there were
   * @param seed the seed of everything that was drawn
   * @param written the files of the counterexamples, by claim
   * @return the overview and a summary
   */
  public static String overview(
      List<ClaimReport> verdicts, int instances, long seed, Map<String, Path> written) {
    StringBuilder text = new StringBuilder();
    int rows = (verdicts.size() + COLUMNS - 1) / COLUMNS;
    for (int i = 0; i < rows; i++) {
      StringBuilder line = new StringBuilder();
      for (int k = i; k < verdicts.size(); k += rows) {
        ClaimReport v = verdicts.get(k);
        String worst = v.verdict().worst().map(VerifyText::ratio).orElse("-");
        line.append(String.format("%-3s %8s  %-9s", v.claim().id(), worst, word(v.status())));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.append('\n').append(summary(verdicts, instances, seed, written)).toString();
  }

  private static String word(Verdict.Status status) {
    return status == Verdict.Status.NOT_APPLICABLE ? "n/a" : status.toString();
  }

  private static String summary(
      List<ClaimReport> verdicts, int instances, long seed, Map<String, Path> written) {
    StringBuilder text = new StringBuilder();
    for (ClaimReport v : verdicts) {
      if (v.status() == Verdict.Status.NOT_APPLICABLE) {
        text.append(v.claim().id()).append(" does not apply: it needs that ").append(reason(v));
        text.append('\n');
      } else if (v.status() == Verdict.Status.FAILS) {
        text.append(v.claim().id()).append(" fails on ").append(Printable.of(v.verdict().where()));
        text.append(": ").append(Printable.of(v.verdict().worst().orElseThrow())).append('\n');
        text.append("  counterexample: ").append(Printable.of(written.get(v.claim().id())));
        text.append('\n');
      } else if (v.status() == Verdict.Status.UNDECIDED) {
        text.append(v.claim().id()).append(" is undecided: both sides of all ");
        text.append(v.verdict().bounds()).append(" bounds are lost in rounding\n");
      }
    }
    long failing = verdicts.stream().filter(v -> v.status() == Verdict.Status.FAILS).count();
    long lost = verdicts.stream().filter(v -> v.status() == Verdict.Status.UNDECIDED).count();
    long holding = verdicts.stream().filter(v -> v.status() == Verdict.Status.HOLDS).count();
    long statements = verdicts.stream().mapToLong(v -> v.verdict().statements()).sum();
    text.append(
        String.format(
            Locale.ROOT,
            "%s %s, %d fail,%s %d do not apply; %s, %,d statements, seed %d.",
            Printable.counted(holding, "claim"),
            holding == 1 ? "holds" : "hold",
            failing,
            lost > 0 ? " " + lost + " undecided," : "",
            verdicts.size() - holding - failing - lost,
            Printable.counted(instances, "instance"),
            statements,
            seed));
    List<ClaimReport> unseen = verdicts.stream().filter(v -> v.verdict().undecided() > 0).toList();
    if (!unseen.isEmpty()) {
      text.append("\nBounds left open, by rounding or by too few draws:");
      for (ClaimReport v : unseen) {
        text.append(String.format(Locale.ROOT, " %s %,d", v.claim().id(), v.verdict().undecided()));
      }
      text.append('.');
    }
    double alarms = verdicts.stream().mapToDouble(v -> v.verdict().falseAlarms()).sum();
    if (alarms > 0) {
      BigDecimal bound =
          new BigDecimal(alarms).round(new MathContext(2, RoundingMode.CEILING)); // not below it
      text.append(
          String.format(
              Locale.ROOT, "%nA correct sampler fails with probability at most %.1e.", bound));
    }
    text.append(
        "\nworst: the two sides of the tightest bound as a ratio; after = the difference of the"
            + "\nworst equality over its tolerance; after p the log of a p-value over that of the"
            + " level.");
    return text.toString();
  }

  private static String reason(ClaimReport v) {
    return String.join(", and that ", v.verdict().unmet());
  }

  private static String ratio(Evidence evidence) {
    String mark =
        switch (evidence.relation()) {
          case EQUAL -> "=";
          case LAW -> "p";
          default -> "";
        };
    double ratio = Double.isNaN(evidence.ratio()) ? 0 : evidence.ratio();
    String number =
        ratio >= 1e4 || (ratio > 0 && ratio < 1e-3)
            ? String.format(Locale.ROOT, "%.0e", ratio)
            : String.format(Locale.ROOT, "%.3f", ratio);
    return mark + number;
  }

  private static String row(
      String id, String claim, String kind, String cases, String worst, String verdict) {
    return String.format(
        Locale.ROOT,
        "%-3s  %s  %-10s %5s %8s  %s%n",
        id,
        fitted(claim),
        kind,
        cases,
        worst,
        verdict);
  }

  /** Cut or filled to the width of the column, in characters as they are seen. */
  private static String fitted(String text) {
    int length = text.codePointCount(0, text.length());
    return length <= CLAIM_WIDTH
        ? text + " ".repeat(CLAIM_WIDTH - length)
        : text.substring(0, text.offsetByCodePoints(0, CLAIM_WIDTH - 1)) + "…";
  }

  /**
   * Returns the verdicts as a document of the format ccl-verify/1.
   *
   * @param verdicts one verdict per claim
   * @param instances how many instances there were
   * @param seed the seed of everything that was drawn
   * @param written the files of the counterexamples, by claim
   * @return the document
   */
  public static ObjectNode document(
      List<ClaimReport> verdicts, int instances, long seed, Map<String, Path> written) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("format", "ccl-verify/1");
    document.put("instances", instances);
    document.put("seed", seed);
    document.put("holds", written.isEmpty());
    ArrayNode claims = document.putArray("claims");
    for (ClaimReport v : verdicts) {
      ObjectNode node = claims.addObject();
      node.put("id", v.claim().id());
      node.put("label", v.claim().label());
      node.put("claim", v.claim().sentence());
      node.put("kind", v.claim().kinds());
      node.put("verdict", v.status().toString().toLowerCase(Locale.ROOT));
      node.put("instances", v.instances());
      node.put("cases", v.verdict().cases());
      node.put("statements", v.verdict().statements());
      node.put("undecided", v.verdict().undecided());
      node.put("falseAlarms", v.verdict().falseAlarms());
      ArrayNode checks = node.putArray("checks");
      for (int k = 0; k < v.checks().size(); k++) {
        Part part = v.claim().parts().get(k);
        ObjectNode check = checks.addObject();
        check.put("kind", part.kind().text());
        check.put("rule", part.check().rule());
        check.put("verdict", v.checks().get(k).status().toString().toLowerCase(Locale.ROOT));
        check.put("cases", v.checks().get(k).cases());
        check.put("statements", v.checks().get(k).statements());
      }
      if (v.verdict().worst().isPresent()) {
        Evidence worst = v.verdict().worst().get();
        ObjectNode evidence = node.putObject("worst");
        evidence.put("instance", v.verdict().where());
        evidence.put("statement", worst.where());
        evidence.put("relation", worst.relation().toString());
        put(evidence, "left", worst.left());
        put(evidence, "right", worst.right());
        put(evidence, "ratio", worst.ratio());
      }
      if (written.containsKey(v.claim().id())) {
        node.put("counterexample", written.get(v.claim().id()).toString());
      }
      if (v.status() == Verdict.Status.NOT_APPLICABLE) {
        ArrayNode unmet = node.putArray("unmet");
        v.verdict().unmet().forEach(unmet::add);
      }
    }
    return document;
  }

  private static void put(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, value);
    } else {
      node.putNull(key);
    }
  }
}

package dev.ccl.report.runs;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.page.Figure;
import dev.ccl.report.page.Page;
import dev.ccl.report.paper.Assumptions;
import java.util.List;

/** What a page says about one instance: the main picture, the comparison, and more to unfold. */
final class InstanceSection {
  private InstanceSection() {}

  /**
   * Adds the section.
   *
   * @param page the page so far
   * @param prefix a word that makes the names of the charts unique in a report
   * @param group the recordings on the instance
   * @param links to the files behind the page
   * @return the figures that were added
   */
  static List<Figure> add(Page page, String prefix, Group group, FileLinks links) {
    List<Figure> main = Figures.main(prefix, group);
    page.figures(
        main,
        below -> {
          below.remarks(group.omissions());
          Tables.together(group).ifPresent(table -> below.paragraph(together(group)).table(table));
          below.remarks(group.warnings());
        });
    List<Figure> special = SpecialFigures.of(prefix, group);
    if (!special.isEmpty()) {
      page.folded(
          "For specialists: calibration, error terms of the recursion, cost",
          inside -> inside.figures(special));
    }
    group.guides().ifPresent(g -> page.folded("Assumptions", Assumptions.of(g)));
    page.folded("All learners, each at its own T", Tables.summary(group, group.byName()));
    page.folded(
        "What was run",
        inside -> {
          inside.table(Tables.runs(group));
          links.of(group).forEach(inside::link);
        });
    return ImmutableList.<Figure>builder().addAll(main).addAll(special).build();
  }

  private static String together(Group group) {
    return "All learners after T = "
        + Numbers.count((long) group.commonRound())
        + " rounds, the last round that all of them have recorded; lower is better.";
  }
}

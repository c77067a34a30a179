package dev.ccl.experiments.report;

import dev.ccl.experiments.chart.Numbers;
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
   * @return the figures that were added
   */
  static List<Figure> add(Page page, String prefix, Group group) {
    List<Figure> figures = Figures.of(prefix, group);
    page.figures(
        figures.stream().filter(figure -> !isSpecial(figure)).toList(),
        below -> {
          below.remarks(group.omissions());
          Tables.together(group).ifPresent(table -> below.paragraph(together(group)).table(table));
          below.remarks(group.warnings());
        });
    List<Figure> special = figures.stream().filter(InstanceSection::isSpecial).toList();
    if (!special.isEmpty()) {
      page.folded(
          "For specialists: calibration, error terms of the recursion, cost",
          inside -> inside.figures(special));
    }
    group.guides().ifPresent(g -> page.folded("Assumptions", Assumptions.of(g)));
    page.folded("All learners, each at its own T", Tables.summary(group, group.byName()));
    page.folded("What was run", Tables.runs(group));
    return figures;
  }

  /** Whether a figure needs the paper at hand. */
  private static boolean isSpecial(Figure figure) {
    return figure.chart().id().matches(".*-(calibration|excess|rollouts)");
  }

  private static String together(Group group) {
    return "All learners after T = "
        + Numbers.count((long) group.commonRound())
        + " rounds, the last round that all of them have recorded; lower is better.";
  }
}

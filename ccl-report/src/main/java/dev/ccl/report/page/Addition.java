package dev.ccl.report.page;

import java.util.List;

/** What someone adds to a page that another one begins and ends. */
@FunctionalInterface
public interface Addition {
  /** Adds nothing. */
  Addition NOTHING = page -> List.of();

  /**
   * Adds to a page.
   *
   * @param page the page so far
   * @return the figures that were added
   */
  List<Figure> to(Page page);
}

package dev.ccl.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The table of docs/mutation.md, from the reports that PIT has left in the modules' {@code target}
 * directories. It runs without the rest: {@code java
 * docs/src/test/java/dev/ccl/docs/MutationTable.java}.
 *
 * @param packages what became of the mutants of each package
 */
record MutationTable(Map<String, Counts> packages) {
  /** The least share of mutants that the tests have to notice, in each package. */
  static final double LEAST = 0.95;

  /** How many mutants there are, and how many a test noticed or ran into the time limit for. */
  record Counts(int mutants, int noticed) {
    Counts plus(Counts other) {
      return new Counts(mutants + other.mutants, noticed + other.noticed);
    }

    double share() {
      return (double) noticed / mutants;
    }

    private String row(String name) {
      double percent = Math.floor(1000 * share()) / 10; // never rounded up
      return String.format(
          Locale.ROOT, "| %s | %d | %d | %.1f %% |%n", name, mutants, noticed, percent);
    }
  }

  /** Reads all reports below the modules of a checkout. */
  static MutationTable of(Path root) throws IOException {
    Map<String, Counts> packages = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : (Iterable<Path>) modules.sorted()::iterator) {
        Path reports = module.resolve("target").resolve("pit-reports");
        if (Files.isDirectory(reports)) {
          try (Stream<Path> files = Files.walk(reports)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
              if (file.endsWith("mutations.xml")) {
                read(file, packages);
              }
            }
          }
        }
      }
    }
    return new MutationTable(packages);
  }

  private static void read(Path file, Map<String, Counts> packages) throws IOException {
    try {
      NodeList mutants =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("mutation");
      for (int i = 0; i < mutants.getLength(); i++) {
        Element mutant = (Element) mutants.item(i);
        String type = mutant.getElementsByTagName("mutatedClass").item(0).getTextContent();
        int noticed = mutant.getAttribute("detected").equals("true") ? 1 : 0;
        packages.merge(
            type.substring(0, type.lastIndexOf('.')), new Counts(1, noticed), Counts::plus);
      }
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " is no report of PIT", e);
    }
  }

  boolean isEnough() {
    return packages.values().stream().allMatch(counts -> counts.share() >= LEAST);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(String.format("| package | mutants | noticed | share |%n"));
    text.append(String.format("| --- | ---: | ---: | ---: |%n"));
    Counts all = new Counts(0, 0);
    for (Map.Entry<String, Counts> entry : packages.entrySet()) {
      text.append(entry.getValue().row("`" + entry.getKey().replace("dev.ccl.", "") + "`"));
      all = all.plus(entry.getValue());
    }
    return text.append(all.row("all")).toString();
  }

  /**
   * Prints the table of the checkout in which it runs; fails if a package is below the least share.
   *
   * @param args none
   * @throws IOException if a report cannot be read
   */
  public static void main(String[] args) throws IOException {
    MutationTable table = of(Path.of(""));
    System.out.print(table);
    System.exit(table.isEnough() ? 0 : 1);
  }
}

package dev.ccl.report.runs;

import dev.ccl.report.paper.Guides;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Links from a page to the files that it was made from, where the place of the page is known. */
final class FileLinks {
  static final FileLinks NONE = new FileLinks(Optional.empty());

  private final Optional<Path> page; // the directory of the page

  private FileLinks(Optional<Path> page) {
    this.page = page;
  }

  static FileLinks from(Path directory) {
    return new FileLinks(Optional.of(directory.toAbsolutePath().normalize()));
  }

  /** Those of a page in a directory below. */
  FileLinks below(String directory) {
    return new FileLinks(page.map(place -> place.resolve(directory)));
  }

  /** The instance and the files of each run: what they are, and the way to them. */
  Map<String, String> of(Group group) {
    Map<String, String> links = new LinkedHashMap<>();
    group.guides().flatMap(Guides::file).ifPresent(file -> add("the instance", file, links));
    group
        .byName()
        .forEach(
            (name, recording) -> {
              if (recording.fact("directory").isEmpty()) {
                return; // it was in memory only
              }
              Path run = Path.of(recording.fact("directory"));
              add(name + ": rows.csv", run.resolve("rows.csv"), links);
              add(name + ": run.json", run.resolve("run.json"), links);
            });
    return links;
  }

  private void add(String text, Path file, Map<String, String> links) {
    if (page.isEmpty()) {
      return;
    }
    try {
      Path way = page.get().relativize(file.toAbsolutePath().normalize());
      String path = "./" + way.toString().replace('\\', '/');
      String link = new URI(null, null, path, null).getRawPath();
      boolean isAmbiguous = link.matches("\\./[^/]*:.*"); // a word and a colon are a scheme
      links.put(text, isAmbiguous ? link : link.substring(2));
    } catch (IllegalArgumentException | URISyntaxException e) {
      return; // on another disk there is no way
    }
  }
}

package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of materials has no parent, so its versions are written down a second time. */
class MaterialsTest {
  private static final Pattern VERSION = Pattern.compile("<([a-z-]+\\.version)>([^<]+)</");

  private static Map<String, String> versions(String pom) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    Matcher version = VERSION.matcher(Files.readString(Guide.ROOT.resolve(pom)));
    while (version.find()) {
      versions.put(version.group(1), version.group(2));
    }
    return versions;
  }

  @Test
  void theListHasTheVersionsOfTheBuild() throws IOException {
    Map<String, String> listed = versions("ccl-bom/pom.xml");
    assertTrue(listed.size() >= 6, listed.toString());
    Map<String, String> built = versions("pom.xml");
    built.keySet().retainAll(listed.keySet());
    assertEquals(built, listed);
  }
}

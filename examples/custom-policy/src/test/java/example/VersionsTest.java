package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The list of materials gives this project the libraries that CCL was tested with. */
class VersionsTest {

  /** Without the list, Commons Statistics brings a Commons RNG Sampling of an earlier release. */
  @Test
  void theModulesOfALibraryHaveOneVersion() throws IOException {
    assertEquals(version("commons-rng-client-api"), version("commons-rng-sampling"));
  }

  private static String version(String artifact) throws IOException {
    String place = "/META-INF/maven/org.apache.commons/" + artifact + "/pom.properties";
    try (InputStream in = VersionsTest.class.getResourceAsStream(place)) {
      assertNotNull(in, artifact + " is not on the class path");
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    }
  }
}

package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedCodeTest {
  @TempDir private Path directory;

  @Test
  void aJarAndADirectoryOfTheSameClassesAreTheSameCode() throws Exception {
    Path classes = compile("1");
    String digest = digest(classes);
    assertEquals(digest, digest(jar(classes, "thing-2.7-rc1.jar")));
    assertNotEquals(digest, digest(compile("2")));
  }

  @Test
  void versionsAreThoseOfTheJar() throws Exception {
    Path jar = jar(compile("1"), "thing-2.7-rc1.jar");
    try (URLClassLoader loader = loader(jar)) {
      assertEquals("2.7-rc1", LoadedCode.version(loader.loadClass("Thing")));
    }
    for (String library : List.of("guava", "commons-rng", "ejml", "jackson")) {
      assertTrue(Provenance.version(library).matches("\\d+\\.\\d.*"), library);
    }
    assertTrue(Provenance.version("ccl").matches("\\d.*\\+[0-9a-f]{16}"));
    assertEquals("unknown", LoadedCode.version(String.class));
  }

  /** A jar into which others were packed has their descriptions beside its own. */
  @Test
  void theVersionOfAJarOfSeveralIsNotThatOfOneWithin() throws Exception {
    String manifest = "Manifest-Version: 1.0\n";
    String signed = manifest + "Implementation-Version: 4.4\n";
    assertEquals("1.1", version(jar("one-2.7.jar", signed, "1.1")));
    assertEquals("4.4", version(jar("two-2.7.jar", signed, "1.1", "3.3")));
    assertEquals("2.7", version(jar("unsigned-2.7.jar", manifest, "1.1", "3.3")));
    assertEquals("4.4", version(jar("none-2.7.jar", signed)));
    assertEquals("unknown", version(jar("nothing.jar", manifest)));
  }

  private static String version(Path jar) throws Exception {
    try (URLClassLoader loader = loader(jar)) {
      return LoadedCode.version(loader.loadClass("Thing"));
    }
  }

  private static String digest(Path place) throws Exception {
    try (URLClassLoader loader = loader(place)) {
      return LoadedCode.digest(List.of(loader.loadClass("Thing")));
    }
  }

  private static URLClassLoader loader(Path place) throws IOException {
    return new URLClassLoader(new URL[] {place.toUri().toURL()}, null);
  }

  private Path compile(String value) throws IOException {
    Path source =
        Files.writeString(
            Files.createDirectories(directory.resolve("src" + value)).resolve("Thing.java"),
            "class Thing { int value = " + value + "; }");
    Path classes = directory.resolve("classes" + value);
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString()));
    return classes;
  }

  private Path jar(String name, String manifest, String... versions) throws IOException {
    return jar(compile("1"), name, manifest, versions);
  }

  private Path jar(Path classes, String name) throws IOException {
    return jar(classes, name, "Manifest-Version: 1.0\n");
  }

  private Path jar(Path classes, String name, String manifest, String... versions)
      throws IOException {
    Path jar = directory.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      out.write(manifest.getBytes(StandardCharsets.UTF_8));
      for (String version : versions) {
        out.putNextEntry(new ZipEntry("META-INF/maven/g/" + version + "/pom.properties"));
        out.write(("version=" + version + "\n").getBytes(StandardCharsets.UTF_8));
      }
      out.putNextEntry(new ZipEntry("Thing.class"));
      out.write(Files.readAllBytes(classes.resolve("Thing.class")));
    }
    return jar;
  }
}

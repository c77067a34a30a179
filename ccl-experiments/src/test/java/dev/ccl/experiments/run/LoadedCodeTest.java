package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.LoadedCode;
import dev.ccl.core.instance.Instance;
import dev.ccl.policies.TabularSoftmax;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.ejml.data.DMatrixRMaj;
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
    assertEquals("unknown", Provenance.version("nothing"));
    StringBuilder here = new StringBuilder();
    for (String part : List.of("ccl", "guava", "commons-rng", "ejml", "jackson")) {
      here.append(part).append(' ').append(Provenance.version(part)).append(", ");
    }
    here.append("java ").append(System.getProperty("java.version"));
    here.append(", vm ").append(System.getProperty("java.vm.name"));
    here.append(", os ").append(System.getProperty("os.name"));
    here.append(", architecture ").append(System.getProperty("os.arch"));
    assertEquals(here.toString(), Provenance.here());
  }

  /** All modules that decide bits count, and each library is known by a class of its own. */
  @Test
  void theCodeIsThatOfFourModulesAndFourLibraries() {
    String digest =
        LoadedCode.digest(
            List.of(Instance.class, TabularSoftmax.class, Learner.class, Measure.class));
    assertTrue(Provenance.version("ccl").endsWith("+" + digest.substring(0, 16)), digest);
    assertEquals(LoadedCode.version(ImmutableList.class), Provenance.version("guava"));
    assertEquals(
        LoadedCode.version(UniformRandomProvider.class), Provenance.version("commons-rng"));
    assertEquals(LoadedCode.version(DMatrixRMaj.class), Provenance.version("ejml"));
    assertEquals(LoadedCode.version(JsonFactory.class), Provenance.version("jackson"));
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
    assertEquals("unknown", version(jar("word-x2.7.jar", manifest)));
    assertEquals("2", version(jar("of-2.jar", manifest)));
    assertEquals("unknown", version(compile("1")), "a directory says nothing about itself");
  }

  /** Every name and every byte counts, also where one file ends and the next begins. */
  @Test
  void theSameBytesInOtherFilesAreOtherCode() throws Exception {
    Set<String> digests = new HashSet<>();
    String[][] contents = {
      {},
      {"a.txt", "12", "b.txt", "34"},
      {"a.txt", "123", "b.txt", "4"},
      {"a.txt", "34", "b.txt", "12"},
      {"a.txt", "12", "c.txt", "34"},
      {"a.txt", "12", "d/b.txt", "34"},
      {"META-INFO", "1"},
      {"deep/META-INF/x", "1"},
    };
    for (int k = 0; k < contents.length; k++) {
      assertTrue(digests.add(digest(directoryOf("with" + k, contents[k]))), "directory " + k);
    }
    assertFalse(
        digests.add(digest(directoryOf("meta", "META-INF/MANIFEST.MF", "1", "META-INF/x/y", "2"))));
    Path classes = compile("1");
    Path others = directoryOf("others", "a.txt", "12");
    try (URLClassLoader one = loader(classes);
        URLClassLoader two = loader(others)) {
      Class<?> first = one.loadClass("Thing");
      Class<?> second = two.loadClass("Thing");
      String both = LoadedCode.digest(List.of(first, second));
      assertEquals(both, LoadedCode.digest(List.of(first, second, first, String.class)));
      assertNotEquals(both, LoadedCode.digest(List.of(second)));
      assertNotEquals(both, LoadedCode.digest(List.of(first)));
    }
  }

  /** A jar lists its files as they were packed, a directory as the system likes. */
  @Test
  void theOrderInWhichFilesAreListedDoesNotCount() throws Exception {
    String[] names = {"b/c.txt", "a.txt", "a/z.txt", "b.txt", "a/b.txt", "B.txt"};
    Path classes = directoryOf("many");
    Path forwards = directory.resolve("forwards.jar");
    Path backwards = directory.resolve("backwards.jar");
    try (JarOutputStream one = new JarOutputStream(Files.newOutputStream(forwards));
        JarOutputStream two = new JarOutputStream(Files.newOutputStream(backwards))) {
      add(one, "Thing.class", Files.readAllBytes(classes.resolve("Thing.class")));
      for (int i = 0; i < names.length; i++) {
        String last = names[names.length - 1 - i];
        Path file = classes.resolve(names[i]);
        Files.createDirectories(file.getParent());
        Files.writeString(file, names[i]);
        add(one, names[i], names[i].getBytes(StandardCharsets.UTF_8));
        add(two, last, last.getBytes(StandardCharsets.UTF_8));
      }
      add(two, "Thing.class", Files.readAllBytes(classes.resolve("Thing.class")));
    }
    assertEquals(digest(classes), digest(forwards));
    assertEquals(digest(classes), digest(backwards));
  }

  private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new ZipEntry(name));
    jar.write(bytes);
  }

  /** Blanks and signs that an address spells otherwise. */
  @Test
  void codeIsFoundInPlacesOfAnyName() throws Exception {
    Path plain = jar("thing-2.7.jar", "Manifest-Version: 1.0\n");
    Path odd = Files.createDirectory(directory.resolve("my code, 100% a+b #1"));
    assertEquals("2.7", version(Files.copy(plain, odd.resolve("thing-2.7.jar"))));
    assertEquals(digest(plain), digest(odd.resolve("thing-2.7.jar")));
    Files.copy(compile("1").resolve("Thing.class"), odd.resolve("Thing.class"));
    Files.delete(odd.resolve("thing-2.7.jar"));
    assertEquals(digest(plain), digest(odd));
  }

  /** Such as a jar within a jar: its version is not known, and its classes do not count. */
  @Test
  void codeThatIsInNoFileIsUnknown() throws Exception {
    byte[] bytes = Files.readAllBytes(compile("1").resolve("Thing.class"));
    String jar = directory.resolve("outer-1.0.jar").toUri().toString();
    for (String place : List.of("jar:" + jar + "!/inner-2.7.jar", "http://localhost/t-2.7.jar")) {
      Class<?> type = new Elsewhere(bytes, new URL(place)).loadClass("Thing");
      assertEquals("unknown", LoadedCode.version(type), place);
      assertEquals(LoadedCode.digest(List.of()), LoadedCode.digest(List.of(type)), place);
    }
  }

  /** Says of a class that it comes from some place. */
  private static final class Elsewhere extends ClassLoader {
    private final byte[] bytes;
    private final URL place;

    Elsewhere(byte[] bytes, URL place) {
      super(null);
      this.bytes = bytes;
      this.place = place;
    }

    @Override
    protected Class<?> findClass(String name) {
      CodeSource source = new CodeSource(place, (Certificate[]) null);
      return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
    }
  }

  private Path directoryOf(String name, String... filesAndTexts) throws IOException {
    Path classes = Files.createDirectories(directory.resolve(name));
    Files.copy(compile("1").resolve("Thing.class"), classes.resolve("Thing.class"));
    for (int i = 0; i < filesAndTexts.length; i += 2) {
      Path file = classes.resolve(filesAndTexts[i]);
      Files.createDirectories(file.getParent());
      Files.writeString(file, filesAndTexts[i + 1]);
    }
    return classes;
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
    if (Files.exists(classes)) {
      return classes;
    }
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

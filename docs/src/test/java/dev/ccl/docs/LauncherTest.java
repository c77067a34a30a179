package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script ccl, built already and with a Java that only says how it was called. */
class LauncherTest {
  @TempDir private Path root;
  private Path jar;

  @BeforeEach
  void build() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh here");
    Files.copy(Guide.ROOT.resolve("ccl"), root.resolve("ccl"));
    jar = root.resolve(".ccl-build/app-1/ccl-cli.jar");
    Files.createDirectories(jar.getParent());
    Files.createDirectories(root.resolve("java/bin"));
    Files.createFile(jar);
    Files.writeString(root.resolve(".ccl-build/current"), "app-1\n");
    Path java = root.resolve("java/bin/java");
    String version = "[ \"$1\" = -version ] && { echo 'openjdk version \"17.0.1\"' >&2; exit; }\n";
    Files.writeString(java, "#!/bin/sh\n" + version + "for word; do echo \"$word\"; done\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String ccl(int code, String classpath, String... args) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "./ccl");
    builder.command().addAll(List.of(args));
    builder.directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", root.resolve("java").toString());
    builder.environment().put("CCL_CLASSPATH", classpath);
    builder
        .environment()
        .merge("PATH", root.resolve("bin").toString(), (all, bin) -> bin + ":" + all);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(code, process.waitFor(), said);
    return said;
  }

  private String real(Path file) throws IOException {
    return file.toRealPath().toString();
  }

  @Test
  void argumentsArriveAsTheyAre() throws Exception {
    String said = ccl(0, "", "run", "a b", "*");
    assertTrue(said.endsWith("\n" + real(jar) + "\ndev.ccl.cli.Main\nrun\na b\n*\n"), said);
  }

  @Test
  void whatIsOnesOwnIsOnTheClassPath() throws Exception {
    Files.createDirectory(root.resolve("my classes"));
    Files.createFile(root.resolve("my.jar"));
    String said = ccl(0, "my classes:my.jar", "learners");
    assertTrue(said.contains("\n" + real(jar) + ":my classes:my.jar\n"), said);
    assertEquals("ccl: CCL_CLASSPATH: there is no none.jar.\n", ccl(2, "my.jar:none.jar", "run"));
  }

  /** A run of days may open a jar only at its end: its program is not removed by a build. */
  @Test
  void aBuildRemovesOldProgramsButNoneThatRuns() throws Exception {
    Path bin = Files.createDirectories(root.resolve("bin"));
    Path maven = bin.resolve("mvn");
    Files.writeString(
        maven, "#!/bin/sh\nmkdir -p .ccl-build/ccl-cli/lib && : >.ccl-build/ccl-cli/ccl-cli.jar\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(3)));
    Path used = Files.createDirectories(root.resolve(".ccl-build/app-used"));
    Path unused = Files.createDirectories(root.resolve(".ccl-build/app-unused"));
    for (Path file : List.of(used, unused, root.resolve(".ccl-build/current"))) {
      Files.setLastModifiedTime(file, old);
    }
    Files.createFile(root.resolve("pom.xml"));
    Process running =
        new ProcessBuilder("sh", "-c", "read end", used.toRealPath() + "/ccl-cli.jar").start();
    try {
      assertTrue(ccl(0, "", "run").contains("building (sources changed)"));
    } finally {
      running.destroy();
    }
    assertTrue(Files.exists(used));
    assertFalse(Files.exists(unused));
  }
}

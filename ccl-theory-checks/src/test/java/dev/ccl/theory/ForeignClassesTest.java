package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.theory.claims.Claims;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that this program does not have, and this program where others have it. */
class ForeignClassesTest {
  private static final String HELPER =
      "package far; class Helper { static double half(double x) { return 0.5 * x; } }";
  private static final String AWAY =
      "package far; public class Away implements dev.ccl.theory.Students {"
          + "  public dev.ccl.core.problem.LearningProblem.PolicyClass on("
          + "      dev.ccl.core.instance.Instance i) {"
          + "    var own = dev.ccl.theory.Students.ofThePaper().on(i);"
          + "    var set = dev.ccl.core.policy.Ball.of(own.set().dimension(),"
          + "        Helper.half(own.set().radius()));"
          + "    return new dev.ccl.core.problem.LearningProblem.PolicyClass("
          + "        own.family(), set, own.initial());"
          + "  }"
          + "}";

  /** In the second of two directories, with another in the first that is needed only later. */
  @Test
  void allOfTheClasspathIsLookedAt(@TempDir Path directory) throws IOException {
    List<Path> places = new ArrayList<>();
    for (String name : List.of("a b%20é", "c")) {
      places.add(Files.createDirectories(directory.resolve(name).resolve("far")).getParent());
    }
    Path both = Files.createDirectories(directory.resolve("both"));
    Path helper = Files.writeString(directory.resolve("Helper.java"), HELPER);
    Path away = Files.writeString(directory.resolve("Away.java"), AWAY);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                both.toString(),
                helper.toString(),
                away.toString());
    assertEquals(0, code);
    Files.move(both.resolve("far/Helper.class"), places.get(0).resolve("far/Helper.class"));
    Files.move(both.resolve("far/Away.class"), places.get(1).resolve("far/Away.class"));
    Instance instance = Crafted.largeGamma();
    PolicyClass made = ForeignFamily.load("far.Away", places).on(instance);
    assertEquals(0.5 * instance.header().bound(), made.set().radius());
    assertEquals(instance.header().initial(), made.initial());
  }

  /** A thread of somebody else's has a class loader that knows nothing of claims. */
  @Test
  void claimsAreFoundInEveryThread() throws InterruptedException {
    List<URL> urls = new ArrayList<>();
    for (String path :
        Splitter.on(File.pathSeparator).split(System.getProperty("java.class.path"))) {
      try {
        urls.add(Path.of(path).toUri().toURL());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    ClassLoader apart = new URLClassLoader(urls.toArray(new URL[0]), platform);
    FutureTask<Integer> task =
        new FutureTask<>(
            () -> {
              Class<?> claims = Class.forName(Claims.class.getName(), true, apart);
              return ((List<?>) claims.getMethod("all").invoke(null)).size();
            });
    Thread thread = new Thread(task);
    thread.setContextClassLoader(platform);
    thread.start();
    try {
      assertEquals(Claims.all().size(), task.get());
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }
}

package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** Masters are knocked at before Spark is, and only this machine may call Spark inside. */
class MainTest {
  @Test
  void oneMasterOfSeveralThatAnswersWillDo() throws IOException {
    try (ServerSocket master = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      String there = "127.0.0.1:" + master.getLocalPort();
      assertDoesNotThrow(() -> Main.requireAnswer("spark://" + there));
      assertDoesNotThrow(() -> Main.requireAnswer("spark://127.0.0.1:1," + there));
      assertDoesNotThrow(() -> Main.requireAnswer("spark://" + there + ",127.0.0.1:1"));
    }
  }

  /** Spark's ports obey whoever calls: inside the program only this machine may. */
  @Test
  void sparkInsideTheProgramListensOnLoopbackAlone() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "finds open ports by /proc");
    Set<String> before = outerPorts();
    try (JavaSparkContext spark = Main.open("local[1]")) {
      Set<String> open = outerPorts();
      open.removeAll(before);
      assertEquals(Set.of(), open);
    }
  }

  /**
   * The ports of this process on which it listens for other machines, as the system writes them.
   */
  private static Set<String> outerPorts() throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          continue; // closed meanwhile
        }
      }
    }
    Set<String> ports = new TreeSet<>();
    for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        List<String> fields = Splitter.on(' ').trimResults().omitEmptyStrings().splitToList(line);
        boolean listens = fields.get(3).equals("0A");
        boolean loopback =
            fields.get(1).matches("0100007F:.*")
                || fields.get(1).matches("0{16}FFFF0{4}0100007F:.*")
                || fields.get(1).matches("0{24}01000000:.*");
        if (listens && !loopback && sockets.contains("socket:[" + fields.get(9) + "]")) {
          ports.add(fields.get(1));
        }
      }
    }
    return ports;
  }

  @Test
  void onlyMastersOfSparkItselfAreKnockedAt() {
    assertDoesNotThrow(() -> Main.requireAnswer("k8s://https://127.0.0.1:1"));
    assertDoesNotThrow(() -> Main.requireAnswer("local[2]"));
  }

  private static String refusal(String master) {
    return assertThrows(IllegalArgumentException.class, () -> Main.open(master)).getMessage();
  }

  /** Whoever says it on the command line knows better than spark-submit. */
  @Test
  void theMasterIsThatOfTheCommandThenThatOfSparkSubmit() {
    String before = System.getProperty("spark.master");
    try {
      System.setProperty("spark.master", "spark://theirs:port");
      assertEquals(
          "--master spark://theirs:port: Unparseable port number: theirs:port", refusal(null));
      assertEquals(
          "--master spark://ours:port,b:1: Unparseable port number: ours:port",
          refusal("spark://ours:port,b:1"));
    } finally {
      if (before == null) {
        System.clearProperty("spark.master");
      } else {
        System.setProperty("spark.master", before);
      }
    }
  }

  /** An address of this machine that is hardly used, where a system has more than one. */
  @Test
  void aMasterIsWhereMastersUsuallyAre() throws IOException {
    try (ServerSocket master = new ServerSocket()) {
      try {
        master.bind(new InetSocketAddress("127.0.70.77", 7077));
      } catch (BindException e) {
        abort("no such address, or taken");
      }
      assertDoesNotThrow(() -> Main.requireAnswer("spark://127.0.70.77"));
    }
  }
}

package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Masters are knocked at before Spark is. */
class ClusterTest {
  @Test
  void oneMasterOfSeveralThatAnswersWillDo() throws IOException {
    try (ServerSocket master = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      String there = "127.0.0.1:" + master.getLocalPort();
      assertDoesNotThrow(() -> Cluster.answer("spark://" + there));
      assertDoesNotThrow(() -> Cluster.answer("spark://127.0.0.1:1," + there));
      assertDoesNotThrow(() -> Cluster.answer("spark://" + there + ",127.0.0.1:1"));
    }
  }

  @Test
  void onlyMastersOfSparkItselfAreKnockedAt() {
    assertDoesNotThrow(() -> Cluster.answer("k8s://https://127.0.0.1:1"));
    assertDoesNotThrow(() -> Cluster.answer("local[2]"));
  }
}

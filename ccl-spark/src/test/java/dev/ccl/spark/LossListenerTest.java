package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.Success$;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.JobSucceeded$;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality$;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Who is suspected of having ended a worker. */
class LossListenerTest {
  private static final TaskEndReason LOST = lost(true);

  private final LossListener listener = new LossListener("ours");

  private static TaskEndReason lost(boolean byTheTask) {
    return new ExecutorLostFailure("a worker", byTheTask, Option.empty());
  }

  private static <T> Seq<T> seq(List<T> all) {
    return CollectionConverters.asScala(all).toSeq();
  }

  private void starts(int job, String group, Integer... stages) {
    Properties properties = new Properties();
    properties.setProperty("spark.jobGroup.id", group);
    List<StageInfo> infos = Arrays.stream(stages).map(LossListenerTest::stage).toList();
    listener.onJobStart(new SparkListenerJobStart(job, 0, seq(infos), properties));
  }

  private static StageInfo stage(int id) {
    Option<Object> none = Option.empty();
    return new StageInfo(
        id, 0, "", 1, seq(List.of()), seq(List.of()), "", null, seq(List.of()), none, 0, false, 0);
  }

  /** The index is that of the parcel; numbers of tasks go on from job to job. */
  private void ends(int stage, int index, TaskEndReason reason) {
    TaskInfo info =
        new TaskInfo(
            100 + index, index, 0, 50 + index, 0, "", "", TaskLocality$.MODULE$.ANY(), false);
    listener.onTaskEnd(new SparkListenerTaskEnd(stage, 0, "", reason, info, null, null));
  }

  @Test
  void onlyFailuresOfTheJobItselfAreSuspect() {
    starts(6, "theirs", 3);
    starts(7, "ours", 4, 5);
    starts(8, "theirs", 6);
    ends(4, 0, Success$.MODULE$);
    ends(4, 2, LOST);
    ends(4, 2, LOST);
    ends(5, 9, LOST);
    ends(3, 1, LOST);
    ends(6, 3, LOST);
    ends(4, 4, lost(false)); // its machine was taken away
    ends(4, 5, new TaskKilled("another failed", seq(List.of()), seq(List.of()), seq(List.of())));
    listener.onJobEnd(new SparkListenerJobEnd(7, 1, JobSucceeded$.MODULE$));
    assertEquals(List.of(2, 9), listener.partitions().asList());
  }

  /** The end of another job is not waited for: what comes before the end of this one counts. */
  @Test
  void theEndOfAnotherJobEndsNothing() throws InterruptedException {
    starts(7, "ours", 4);
    for (int other : new int[] {6, 8}) {
      listener.onJobEnd(new SparkListenerJobEnd(other, 1, JobSucceeded$.MODULE$));
    }
    List<Integer> suspects = new ArrayList<>();
    Thread asks = new Thread(() -> suspects.addAll(listener.partitions()));
    asks.start();
    while (asks.getState() != Thread.State.TIMED_WAITING && asks.isAlive()) {
      Thread.sleep(1);
    }
    ends(4, 3, LOST);
    listener.onJobEnd(new SparkListenerJobEnd(7, 1, JobSucceeded$.MODULE$));
    Uninterruptibles.joinUninterruptibly(asks);
    assertEquals(List.of(3), suspects);
  }
}

package dev.ccl.spark;

import com.google.common.collect.ImmutableSet;
import com.google.common.util.concurrent.Uninterruptibles;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/** Remembers which tasks of a job failed, or were on a worker that was lost. */
final class LossListener extends SparkListener {
  private static final int PATIENCE_SECONDS = 10;

  private final String group;
  private final Set<Integer> stages = new HashSet<>();
  private final TreeSet<Integer> lost = new TreeSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int job = -1;

  /**
   * Listens to the next job of a group.
   *
   * @param group the name of a group that has one job at a time
   */
  LossListener(String group) {
    this.group = group;
  }

  @Override
  public synchronized void onJobStart(SparkListenerJobStart start) {
    if (group.equals(start.properties().getProperty("spark.jobGroup.id"))) {
      job = start.jobId();
      CollectionConverters.asJava(start.stageIds()).forEach(id -> stages.add((Integer) id));
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    // What was cancelled because another task failed is no failure of its own.
    if (stages.contains(end.stageId())
        && end.reason() instanceof TaskFailedReason failed
        && failed.countTowardsTaskFailures()) {
      lost.add(end.taskInfo().index());
    }
  }

  @Override
  public synchronized void onJobEnd(SparkListenerJobEnd end) {
    if (end.jobId() == job) {
      ended.countDown();
    }
  }

  /** The numbers of the tasks, once the job has ended: events come later than the exception. */
  ImmutableSet<Integer> partitions() {
    boolean all = Uninterruptibles.awaitUninterruptibly(ended, PATIENCE_SECONDS, TimeUnit.SECONDS);
    synchronized (this) {
      return all ? ImmutableSet.copyOf(lost) : ImmutableSet.of();
    }
  }
}

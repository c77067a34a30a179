package dev.ccl.spark;

import dev.ccl.algorithms.run.Monitor;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.Option;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Hands what tasks count in an accumulator on to a monitor, also while they run. What a lost
 * attempt had counted is counted once more by the next one, and not told again.
 */
final class CountListener extends SparkListener {
  private final String name;
  private final Monitor monitor;
  private final Map<Long, Long> byTask = new HashMap<>();
  private long told;

  CountListener(String name, Monitor monitor) {
    this.name = name;
    this.monitor = monitor;
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
    CollectionConverters.asJava(update.accumUpdates())
        .forEach(task -> note((Long) task._1(), task._4()));
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskInfo().successful()) {
      note(end.taskInfo().taskId(), end.taskInfo().accumulables());
    } else {
      synchronized (this) {
        byTask.remove(end.taskInfo().taskId());
      }
    }
  }

  private synchronized void note(long task, Iterable<AccumulableInfo> accumulables) {
    for (AccumulableInfo info : CollectionConverters.asJava(accumulables)) {
      Option<Object> update = info.update();
      if (info.name().contains(name) && update.isDefined()) {
        byTask.merge(task, (Long) update.get(), Math::max);
      }
    }
    long now = byTask.values().stream().mapToLong(Long::longValue).sum();
    if (now > told) {
      monitor.completed(now - told);
      told = now;
    }
  }
}

package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.run.Monitor;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskState$;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality$;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.Tuple4;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** What a monitor is told while tasks run, end and are lost. */
class CountListenerTest {
  private final List<Long> told = new ArrayList<>();
  private final CountListener listener =
      new CountListener(
          "rounds",
          new Monitor() {
            @Override
            public void completed(long more) {
              told.add(more);
            }

            @Override
            public boolean stopping() {
              return false;
            }
          });

  private static Seq<AccumulableInfo> counted(String name, long count) {
    return seq(
        new AccumulableInfo(
            0,
            Option.apply(name),
            Option.apply(count),
            Option.empty(),
            false,
            false,
            Option.empty()));
  }

  private static <T> Seq<T> seq(T only) {
    return CollectionConverters.asScala(List.of(only)).toSeq();
  }

  /** A worker tells what a task has counted since it began. */
  private void tells(long task, String name, long count) {
    listener.onExecutorMetricsUpdate(
        new SparkListenerExecutorMetricsUpdate(
            "a worker", seq(new Tuple4<>(task, 0, 0, counted(name, count))), Map$.MODULE$.empty()));
  }

  private void ends(long task, boolean well, long count) {
    TaskInfo info = new TaskInfo(task, 0, 0, 0, 0, "", "", TaskLocality$.MODULE$.ANY(), false);
    info.setAccumulables(counted("rounds", count));
    info.markFinished(well ? TaskState$.MODULE$.FINISHED() : TaskState$.MODULE$.FAILED(), 1);
    listener.onTaskEnd(new SparkListenerTaskEnd(0, 0, "", null, info, null, null));
  }

  @Test
  void everyRoundIsToldOnce() {
    tells(1, "rounds", 10);
    tells(1, "rounds", 25);
    tells(2, "rounds", 5);
    tells(2, "something else", 100);
    assertEquals(List.of(10L, 15L, 5L), told);
    ends(1, true, 40);
    assertEquals(15L, told.get(3));
    ends(2, false, 6);
    tells(3, "rounds", 4); // what task 2 had counted comes again
    assertEquals(4, told.size());
    tells(3, "rounds", 8);
    assertEquals(3L, told.get(4));
    assertEquals(48, told.stream().mapToLong(more -> more).sum());
    tells(3, "rounds", 7); // what comes late is known already
    tells(3, "rounds ", 70);
    ends(3, true, 9);
    ends(4, true, 1);
    assertEquals(List.of(1L, 1L), told.subList(5, told.size()));
  }

  /** An accumulator without a name, or of which nothing is new, counts nothing. */
  @Test
  void whatSaysNothingCountsNothing() {
    for (Option<String> name : List.of(Option.<String>empty(), Option.apply("rounds"))) {
      Option<Object> count = name.isEmpty() ? Option.apply(8L) : Option.empty();
      AccumulableInfo info =
          new AccumulableInfo(0, name, count, Option.apply(9L), false, false, Option.empty());
      listener.onExecutorMetricsUpdate(
          new SparkListenerExecutorMetricsUpdate(
              "a worker", seq(new Tuple4<>(1L, 0, 0, seq(info))), Map$.MODULE$.empty()));
    }
    assertEquals(List.of(), told);
  }

  /** A worker tells of all its tasks at once, and of whatever else they count. */
  @Test
  void severalTasksAndCountersComeTogether() {
    long many = 3L << 32;
    List<AccumulableInfo> first = new ArrayList<>();
    first.addAll(CollectionConverters.asJava(counted("internal.metrics.runTime", 7)));
    first.addAll(CollectionConverters.asJava(counted("rounds", many)));
    first.addAll(CollectionConverters.asJava(counted("resultSize", many + 9)));
    Tuple4<Object, Object, Object, Seq<AccumulableInfo>> one =
        new Tuple4<>(1L, 0, 0, CollectionConverters.asScala(first).toSeq());
    Tuple4<Object, Object, Object, Seq<AccumulableInfo>> two =
        new Tuple4<>((1L << 32) + 1, 0, 0, counted("rounds", 5));
    listener.onExecutorMetricsUpdate(
        new SparkListenerExecutorMetricsUpdate(
            "a worker",
            CollectionConverters.asScala(List.of(one, two)).toSeq(),
            Map$.MODULE$.empty()));
    assertEquals(List.of(many, 5L), told);
  }
}

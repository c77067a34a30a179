package dev.ccl.lm.task;

import com.google.common.collect.ImmutableList;

/** The built-in tasks by name. */
public final class Tasks {
  private static final ImmutableList<Task> ALL =
      ImmutableList.of(Comparisons.task(), Arithmetic.task(), SmallCode.task(), Judge.task());

  private Tasks() {}

  /**
   * Returns all built-in tasks.
   *
   * @return comparisons, arithmetic, code and judge
   */
  public static ImmutableList<Task> all() {
    return ALL;
  }

  /**
   * Returns a task by name.
   *
   * @param name the name
   * @return the task
   * @throws IllegalArgumentException if there is none
   */
  public static Task named(String name) {
    return ALL.stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "there is no task \"%s\"; the tasks are %s",
                        name, ALL.stream().map(Task::name).toList())));
  }
}

package dev.ccl.lm.task;

import com.google.common.collect.ImmutableList;

/** The built-in tasks by name. */
public final class Tasks {
  private static final ImmutableList<Task> LISTED =
      ImmutableList.of(Comparisons.digits(), Arithmetic.task(), SmallCode.task(), Judge.task());

  private static final ImmutableList<Task> ALL =
      ImmutableList.<Task>builder().addAll(LISTED).add(Comparisons.words()).build();

  private Tasks() {}

  /**
   * {@return the built-in tasks whose answers can be listed, so that they can be compiled;
   * comparisons, arithmetic, code and judge}
   */
  public static ImmutableList<Task> listed() {
    return LISTED;
  }

  /** {@return all built-in tasks: the listed ones, and comparisons with answers in words} */
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

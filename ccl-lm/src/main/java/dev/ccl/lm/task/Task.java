package dev.ccl.lm.task;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Questions with types, what an answer may be, its verifier, and shifts. */
public final class Task {
  private final String name;
  private final ImmutableList<Question> questions;
  private final AnswerGrammar grammar;
  private final Verifier verifier;
  private final ImmutableList<Shift> shifts;

  private Task(
      String name,
      ImmutableList<Question> questions,
      AnswerGrammar grammar,
      Verifier verifier,
      ImmutableList<Shift> shifts) {
    this.name = name;
    this.questions = questions;
    this.grammar = grammar;
    this.verifier = verifier;
    this.shifts = shifts;
  }

  /**
   * Returns a task.
   *
   * @param name a word
   * @param questions all questions, each id once
   * @param grammar what an answer may be made of
   * @param verifier the reward of an answer
   * @param shifts at least one, over types that occur
   * @return the task
   */
  public static Task of(
      String name,
      List<Question> questions,
      AnswerGrammar grammar,
      Verifier verifier,
      List<Shift> shifts) {
    Set<String> ids = new HashSet<>();
    Set<String> types = new HashSet<>();
    for (Question question : questions) {
      checkArgument(ids.add(question.id()), "question id \"%s\" appears twice", question.id());
      types.add(question.type());
    }
    for (Shift shift : shifts) {
      for (String type : shift.source().keySet()) {
        checkArgument(types.contains(type), "shift \"%s\": no type \"%s\"", shift.name(), type);
      }
      for (String type : shift.target().keySet()) {
        checkArgument(types.contains(type), "shift \"%s\": no type \"%s\"", shift.name(), type);
      }
    }
    return new Task(
        name,
        ImmutableList.copyOf(questions),
        requireNonNull(grammar),
        requireNonNull(verifier),
        ImmutableList.copyOf(shifts));
  }

  /** {@return the name, a word} */
  public String name() {
    return name;
  }

  /** {@return all questions: the questions, from which splits are drawn} */
  public ImmutableList<Question> questions() {
    return questions;
  }

  /** {@return what an answer may be made of, the grammar} */
  public AnswerGrammar grammar() {
    return grammar;
  }

  /** {@return the verifier} */
  public Verifier verifier() {
    return verifier;
  }

  /** {@return the shifts} */
  public ImmutableList<Shift> shifts() {
    return shifts;
  }

  /**
   * Returns a shift by name.
   *
   * @param wanted its name; with {@code -reversed} behind it, the other direction
   * @return the shift
   * @throws IllegalArgumentException if there is none
   */
  public Shift shift(String wanted) {
    for (Shift shift : shifts) {
      if (shift.name().equals(wanted)) {
        return shift;
      }
      if ((shift.name() + "-reversed").equals(wanted)) {
        Shift other = shift.reversed();
        return new Shift(wanted, other.source(), other.target());
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "task %s has no shift \"%s\"; its shifts are %s, each also with -reversed",
            name, wanted, shifts.stream().map(Shift::name).toList()));
  }
}

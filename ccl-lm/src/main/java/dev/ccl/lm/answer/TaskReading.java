package dev.ccl.lm.answer;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * What a model says about questions of a task: every answer tree, read once. Splits of the task are
 * compiled from it without asking the model again.
 */
public final class TaskReading {
  /** More answers to a question than these are no tree to read as a whole. */
  private static final double MOST_ANSWERS = 1e6;

  /** Questions whose trees are read side by side. */
  private static final int TOGETHER = 64;

  private final Task task;
  private final Source source;
  private final Map<String, ImmutableList<AnswerNode>> trees;
  private final long states;

  private TaskReading(
      Task task, Source source, Map<String, ImmutableList<AnswerNode>> trees, long states) {
    this.task = task;
    this.source = source;
    this.trees = trees;
    this.states = states;
  }

  /**
   * Who is asked, and how.
   *
   * @param reference the model that is the reference and makes the features
   * @param teacher the model that is the teacher; often the same
   * @param smoothing the share of the uniform law in the reference: π<sub>pre</sub> = (1 − share) ·
   *     LM + share · uniform on the legal set, since an unsmoothed log π<sub>pre</sub> forces a
   *     large B, and γ contains e<sup>−4B</sup>
   * @param preamble what comes before each question for the teacher, such as solved examples; often
   *     empty
   */
  public record Source(
      LoadedModel reference, LoadedModel teacher, double smoothing, String preamble) {
    /** The share of the uniform law unless another is asked for. */
    public static final double SMOOTHING = 0.1;

    /**
     * Checks the share.
     *
     * @param reference the reference
     * @param teacher the teacher
     * @param smoothing the share of the uniform law
     * @param preamble what comes before each question for the teacher
     */
    public Source {
      checkArgument(smoothing > 0 && smoothing <= 1, "smoothing: %s is not in (0,1]", smoothing);
    }

    /**
     * Returns a model that is reference and teacher.
     *
     * @param model the model
     * @return asked without a preamble
     */
    public static Source of(LoadedModel model) {
      return new Source(model, model, SMOOTHING, "");
    }

    /**
     * Tells whether the teacher reads what the reference reads, and is the same model.
     *
     * @return whether one reading serves both
     */
    public boolean isTaughtByReference() {
      return preamble.isEmpty() && teacher.equals(reference);
    }

    ModelReader referenceReader(AnswerGrammar grammar) {
      return new ModelReader(reference, grammar, "");
    }

    /** Returns the teacher's reader, null where the reference teaches. */
    ModelReader teacherReader(AnswerGrammar grammar) {
      return isTaughtByReference() ? null : new ModelReader(teacher, grammar, preamble);
    }
  }

  /**
   * Reads the trees of some questions.
   *
   * @param task the task
   * @param questions which of its questions
   * @param source who is asked, and how
   * @param progress told how many questions have been read
   * @return the reading
   */
  public static TaskReading read(
      Task task, Iterable<Question> questions, Source source, LongConsumer progress) {
    checkListed(task);
    GrowingAnswers answers = GrowingAnswers.of(task.grammar(), questions, source);
    Map<String, ImmutableList<AnswerNode>> trees = new LinkedHashMap<>();
    long states = 0;
    for (List<Question> some : Lists.partition(ImmutableList.copyOf(questions), TOGETHER)) {
      List<ImmutableList<AnswerNode>> whole = answers.wholeTrees(some);
      for (int i = 0; i < some.size(); i++) {
        trees.put(some.get(i).id(), whole.get(i));
        states += (source.isTaughtByReference() ? 1L : 2L) * whole.get(i).size();
      }
      progress.accept(trees.size());
    }
    return new TaskReading(task, source, trees, states);
  }

  /**
   * Refuses a task whose answers cannot be listed.
   *
   * @param task the task
   * @throws IllegalArgumentException if a question has more answers than can be read as a whole
   */
  public static void checkListed(Task task) {
    double answers = task.grammar().answers();
    checkArgument(
        answers <= MOST_ANSWERS,
        "the answers to a question of task %s are too many to list (%s): run it on demand",
        task.name(),
        String.format(Locale.ROOT, "%.0e", answers));
  }

  /** {@return the task whose questions were read} */
  public Task task() {
    return task;
  }

  /** {@return who was asked, the models} */
  public Source source() {
    return source;
  }

  /** {@return how many states the models were asked for} */
  public long states() {
    return states;
  }

  /**
   * Returns the tree of a question.
   *
   * @param question one of those that were read
   * @return its states, each before those behind it, depth first
   */
  public ImmutableList<AnswerNode> tree(Question question) {
    ImmutableList<AnswerNode> tree = trees.get(question.id());
    checkArgument(tree != null, "question \"%s\" has not been read", question.id());
    return tree;
  }
}

package dev.ccl.lm.answer;

import com.google.common.collect.ImmutableList;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole tree of answers to a question while it is read, level by level with those of others.
 */
final class AnswerTree {
  private final ImmutableList<String> prefix;
  private final int heardAt; // nodes of the voices
  private final int taughtAt;
  private final List<AnswerTree> children = new ArrayList<>();
  private AnswerNode node;

  private AnswerTree(ImmutableList<String> prefix, int heardAt, int taughtAt) {
    this.prefix = prefix;
    this.heardAt = heardAt;
    this.taughtAt = taughtAt;
  }

  /**
   * Reads the trees of some questions.
   *
   * @param teacher null where the reference teaches
   * @param smoothing the share of the uniform law in the reference
   */
  static List<AnswerTree> read(
      List<Question> questions, Voice reference, Voice teacher, double smoothing) {
    List<AnswerTree> roots = new ArrayList<>();
    for (Question question : questions) {
      int taught = teacher == null ? 0 : teacher.start(question);
      roots.add(new AnswerTree(ImmutableList.of(), reference.start(question), taught));
    }
    List<AnswerTree> level = roots;
    while (!level.isEmpty()) {
      hear(level, reference, teacher, smoothing);
      List<AnswerTree> next = new ArrayList<>();
      for (AnswerTree tree : level) {
        tree.branch(reference, teacher);
        next.addAll(tree.children);
      }
      level = next;
    }
    return roots;
  }

  private static void hear(
      List<AnswerTree> level, Voice reference, Voice teacher, double smoothing) {
    List<Voice.Place> places = new ArrayList<>();
    for (AnswerTree tree : level) {
      places.add(new Voice.Place(tree.heardAt, reference.listed(tree.prefix.size())));
    }
    List<Voice.Heard> heard = reference.hear(places);
    List<Voice.Heard> taught = heard;
    if (teacher != null) {
      List<Voice.Place> there = new ArrayList<>();
      for (int i = 0; i < level.size(); i++) {
        there.add(new Voice.Place(level.get(i).taughtAt, heard.get(i).legal()));
      }
      taught = teacher.hear(there);
    }
    for (int i = 0; i < level.size(); i++) {
      AnswerTree tree = level.get(i);
      Voice.Heard said = heard.get(i);
      tree.node =
          new AnswerNode(
              tree.prefix,
              said.legal(),
              said.law().mass(),
              taught.get(i).law(),
              StateReading.of(
                  tree.prefix.size(),
                  said.law().smoothed(smoothing),
                  said.hidden(),
                  reference.embeddings(said.legal())));
    }
  }

  private void branch(Voice reference, Voice teacher) {
    if (prefix.size() + 1 == reference.horizon()) {
      return;
    }
    for (String piece : node.legal()) {
      if (!piece.equals(AnswerGrammar.END)) {
        ImmutableList<String> longer =
            ImmutableList.<String>builder().addAll(prefix).add(piece).build();
        int taught = teacher == null ? 0 : teacher.then(taughtAt, piece);
        children.add(new AnswerTree(longer, reference.then(heardAt, piece), taught));
      }
    }
  }

  /** Returns the states, each before those behind it, depth first. */
  ImmutableList<AnswerNode> nodes() {
    ImmutableList.Builder<AnswerNode> nodes = ImmutableList.builder();
    collect(nodes);
    return nodes.build();
  }

  private void collect(ImmutableList.Builder<AnswerNode> nodes) {
    nodes.add(node);
    children.forEach(child -> child.collect(nodes));
  }
}

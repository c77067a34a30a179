package dev.ccl.lm.compile;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import dev.ccl.core.math.Vectors;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Walks the answer trees of questions depth first, so that what two prefixes share is computed
 * once. For the use of one thread.
 */
final class TreeReader {
  private final LoadedModel speaker;
  private final LanguageModel model;
  private final int end;
  private final AnswerGrammar grammar;
  private final double smoothing;
  private final String preamble;
  private final LanguageModel.Cursor cursor;
  private final Map<String, int[]> ids = new HashMap<>();
  private final Map<String, double[]> embeddings = new HashMap<>();
  private long states;

  /**
   * Prepares a reader.
   *
   * @param smoothing the share of the uniform law in the reference
   * @param preamble what stands before each question; may be empty
   */
  TreeReader(LoadedModel speaker, AnswerGrammar grammar, double smoothing, String preamble) {
    this.speaker = speaker;
    this.model = speaker.model();
    this.grammar = grammar;
    this.smoothing = smoothing;
    this.preamble = preamble;
    this.cursor = model.cursor();
    int[] ends = speaker.template().ends(speaker.tokenizer());
    checkArgument(ends.length > 0, "the model has no token that ends an answer");
    this.end = ends[0];
  }

  /** How many states were read. */
  long states() {
    return states;
  }

  /** Reads the whole tree of a question, parents before children. */
  List<AnswerNode> read(Question question) {
    List<AnswerNode> nodes = new ArrayList<>();
    goTo(question);
    visit(new ArrayList<>(), nodes);
    return nodes;
  }

  private void goTo(Question question) {
    int[] start = speaker.prompt(preamble + question.text());
    int[] opening = question.opening().isEmpty() ? new int[0] : tokens(question.opening());
    cursor.moveTo(Ints.concat(start, opening));
  }

  private void visit(List<String> prefix, List<AnswerNode> nodes) {
    List<String> legal = legal(prefix.size());
    nodes.add(node(prefix, legal));
    if (prefix.size() + 1 == grammar.horizon()) {
      return;
    }
    for (String piece : legal) {
      if (!piece.equals(AnswerGrammar.END)) {
        int[] tokens = tokens(piece);
        for (int id : tokens) {
          cursor.push(id);
        }
        prefix.add(piece);
        visit(prefix, nodes);
        prefix.remove(prefix.size() - 1);
        for (int i = 0; i < tokens.length; i++) {
          cursor.pop();
        }
      }
    }
  }

  private List<String> legal(int position) {
    return grammar.top() > 0 ? likeliest() : grammar.pieces(position);
  }

  /** The k likeliest tokens, lower ids first among equals, and the end. */
  private List<String> likeliest() {
    int n = model.vocabulary();
    int[] all = new int[n];
    double[] logs = new double[n];
    Arrays.setAll(all, i -> i);
    cursor.logProbabilities(all, logs);
    List<Integer> order = new ArrayList<>(Ints.asList(all));
    order.sort((i, k) -> Double.compare(logs[k], logs[i]));
    Set<String> pieces = new LinkedHashSet<>();
    for (int i = 0; pieces.size() < grammar.top() && i < n; i++) {
      int id = order.get(i);
      String text = speaker.tokenizer().continuation(id);
      boolean whole = !text.isEmpty() && text.indexOf('\uFFFD') < 0; // no part of a character
      if (id != end && whole && ids.computeIfAbsent(text, t -> new int[] {id})[0] == id) {
        pieces.add(text);
      }
    }
    pieces.add(AnswerGrammar.END);
    return List.copyOf(pieces);
  }

  private AnswerNode node(List<String> prefix, List<String> legal) {
    states++;
    double[] hidden = new double[model.width()];
    cursor.hidden(hidden);
    PieceLaw law = PieceLaw.of(logs(legal));
    double[][] rows = new double[legal.size()][];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = embeddings.computeIfAbsent(legal.get(k), this::embedding);
    }
    return new AnswerNode(
        ImmutableList.copyOf(prefix),
        ImmutableList.copyOf(legal),
        law.mass(),
        law,
        StateReading.of(prefix.size(), law.smoothed(smoothing), hidden, rows));
  }

  /** Reads the law of given pieces where another reader found the tree. */
  PieceLaw law(Question question, AnswerNode node) {
    goTo(question);
    for (String piece : node.prefix()) {
      for (int id : tokens(piece)) {
        cursor.push(id);
      }
    }
    states++;
    return PieceLaw.of(logs(node.legal()));
  }

  /** The log-probability of each piece: that of its tokens, one after the other. */
  private double[] logs(List<String> legal) {
    int[] first = new int[legal.size()];
    Arrays.setAll(first, k -> tokens(legal.get(k))[0]);
    double[] logs = new double[first.length];
    cursor.logProbabilities(first, logs);
    double[] one = new double[1];
    for (int k = 0; k < first.length; k++) {
      int[] tokens = tokens(legal.get(k));
      for (int i = 1; i < tokens.length; i++) {
        cursor.push(tokens[i - 1]);
        cursor.logProbabilities(new int[] {tokens[i]}, one);
        logs[k] += one[0];
      }
      for (int i = 1; i < tokens.length; i++) {
        cursor.pop();
      }
    }
    return logs;
  }

  private int[] tokens(String piece) {
    int[] known = ids.get(piece);
    if (known == null) {
      known = piece.equals(AnswerGrammar.END) ? new int[] {end} : speaker.tokenizer().encode(piece);
      checkArgument(known.length > 0, "the text \"%s\" has no token", piece);
      ids.put(piece, known);
    }
    return known;
  }

  /** The mean of the output embeddings of the tokens of a piece. */
  private double[] embedding(String piece) {
    int[] tokens = tokens(piece);
    double[] mean = new double[model.width()];
    double[] row = new double[model.width()];
    for (int id : tokens) {
      model.embedding(id, row);
      Vectors.addScaled(1.0 / tokens.length, row, mean);
    }
    return mean;
  }
}

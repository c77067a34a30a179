package dev.ccl.lm.answer;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Floats;
import com.google.common.primitives.Ints;
import dev.ccl.core.math.Vectors;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A model that answers questions in pieces: which pieces are legal, which tokens they are, and what
 * the model says at many states in one call. What it has read of a prefix is kept. For the use of
 * one thread.
 */
final class ModelReader {
  private final LoadedModel speaker;
  private final LanguageModel model;
  private final AnswerGrammar grammar;
  private final String preamble;
  private final PrefixTree tree;
  private final int width; // of hidden states and embeddings; 0 if the model shows none
  private final int end;
  private final Map<String, int[]> tokens = new HashMap<>();
  private final Map<String, double[]> embeddings = new HashMap<>();
  private int[] textTokens; // ids that can be pieces, where the likeliest are legal
  private String[] texts;

  /**
   * Prepares a model.
   *
   * @param preamble what comes before each question; may be empty
   */
  ModelReader(LoadedModel speaker, AnswerGrammar grammar, String preamble) {
    this.speaker = speaker;
    this.model = speaker.model();
    this.grammar = grammar;
    this.preamble = preamble;
    this.tree = model.tree();
    this.width = model.representation().map(LanguageModel.Representation::width).orElse(0);
    int[] ends = speaker.template().ends(speaker.tokenizer());
    checkArgument(ends.length > 0, "the model has no token that ends an answer");
    this.end = ends[0];
  }

  /**
   * A state about which a model is asked.
   *
   * @param node its prefix
   * @param legal its legal pieces, empty where the likeliest are to be found
   */
  record Query(int node, ImmutableList<String> legal) {}

  /** What a model says at a state. */
  static final class PieceReading {
    private final ImmutableList<String> legal;
    private final PieceLaw law;
    private final float[] hidden;

    private PieceReading(ImmutableList<String> legal, PieceLaw law, float[] hidden) {
      this.legal = legal;
      this.law = law;
      this.hidden = hidden;
    }

    ImmutableList<String> legal() {
      return legal;
    }

    PieceLaw law() {
      return law;
    }

    /** The hidden state; the reader's own array; read. */
    float[] hidden() {
      return hidden;
    }
  }

  /**
   * Returns where the answer to a question begins. An opening begins a text, pieces continue it.
   */
  int start(Question question) {
    int[] opening =
        question.opening().isEmpty()
            ? new int[0]
            : spoken(question.opening(), speaker.tokenizer().encode(question.opening()));
    return tree.add(
        PrefixTree.EMPTY, Ints.concat(speaker.prompt(preamble + question.text()), opening));
  }

  /** Returns the largest number of pieces of an answer. */
  int horizon() {
    return grammar.horizon();
  }

  /** Returns the prefix with a piece behind it. */
  int then(int node, String piece) {
    return tree.add(node, tokens(piece));
  }

  /** Returns the legal pieces of a position as far as they are known without the model. */
  ImmutableList<String> listed(int position) {
    return grammar.top() > 0 ? ImmutableList.of() : grammar.pieces(position);
  }

  /** Asks about many states at once. */
  List<PieceReading> read(List<Query> places) {
    List<Integer> nodes = new ArrayList<>();
    places.forEach(place -> nodes.add(place.node));
    List<int[]> later = new ArrayList<>(); // (state, piece, token) behind the first token
    for (int i = 0; i < places.size(); i++) {
      ImmutableList<String> legal = places.get(i).legal;
      for (int k = 0; k < legal.size(); k++) {
        int[] ids = tokens(legal.get(k));
        for (int j = 1, node = places.get(i).node; j < ids.length; j++) {
          node = tree.add(node, ids[j - 1]);
          nodes.add(node);
          later.add(new int[] {i, k, ids[j]});
        }
      }
    }
    List<ImmutableList<String>> legal = new ArrayList<>();
    List<double[]> logs = new ArrayList<>();
    List<float[]> hidden = new ArrayList<>();
    double[] state = new double[width];
    double[] one = new double[1];
    tree.read(
        Ints.toArray(nodes),
        (i, at) -> {
          if (i < places.size()) {
            ImmutableList<String> given = places.get(i).legal;
            legal.add(given.isEmpty() ? likeliest(at) : given);
            logs.add(firstLogs(legal.get(i), at));
            if (width > 0) {
              at.hidden(state);
            }
            hidden.add(Floats.toArray(Doubles.asList(state)));
          } else {
            int[] which = later.get(i - places.size());
            at.logProbabilities(new int[] {which[2]}, one);
            logs.get(which[0])[which[1]] += one[0];
          }
        });
    List<PieceReading> readings = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      readings.add(new PieceReading(legal.get(i), PieceLaw.of(logs.get(i)), hidden.get(i)));
    }
    return readings;
  }

  /** The log-probability of the first token of each piece. */
  private double[] firstLogs(ImmutableList<String> legal, LanguageModel.Evaluation at) {
    int[] first = new int[legal.size()];
    Arrays.setAll(first, k -> tokens(legal.get(k))[0]);
    double[] logs = new double[first.length];
    at.logProbabilities(first, logs);
    return logs;
  }

  /** The k likeliest tokens, lower ids first among equals, and the end. */
  private ImmutableList<String> likeliest(LanguageModel.Evaluation at) {
    findTextTokens();
    checkArgument(
        textTokens.length >= grammar.top(),
        "top: the model has %s pieces of text, not %s",
        textTokens.length,
        grammar.top());
    double[] logs = new double[textTokens.length];
    at.logProbabilities(textTokens, logs);
    int[] best = new int[grammar.top()];
    for (int i = 0; i < logs.length; i++) {
      int rank = Math.min(i, best.length);
      for (; rank > 0 && logs[i] > logs[best[rank - 1]]; rank--) {
        if (rank < best.length) {
          best[rank] = best[rank - 1];
        }
      }
      if (rank < best.length) {
        best[rank] = i;
      }
    }
    ImmutableList.Builder<String> pieces = ImmutableList.builder();
    for (int i : best) {
      pieces.add(texts[i]);
    }
    return pieces.add(AnswerGrammar.END).build();
  }

  /** Whole characters, no control token, and of tokens with the same text the first. */
  private void findTextTokens() {
    if (textTokens != null) {
      return;
    }
    Set<String> seen = new HashSet<>();
    List<Integer> ids = new ArrayList<>();
    List<String> words = new ArrayList<>();
    int known = Math.min(model.vocabulary(), speaker.tokenizer().vocabulary());
    for (int id = 0; id < known; id++) { // a model may have more, which are no text
      String text = speaker.tokenizer().continuation(id);
      if (id != end && !text.isEmpty() && text.indexOf('\uFFFD') < 0 && seen.add(text)) {
        ids.add(id);
        words.add(text);
        tokens.put(text, new int[] {id});
      }
    }
    textTokens = Ints.toArray(ids);
    texts = words.toArray(new String[0]);
  }

  /** Where the likeliest tokens are pieces, the token of that text, if this model has one. */
  private int[] tokens(String piece) {
    if (grammar.top() > 0) {
      findTextTokens();
    }
    int[] known = tokens.get(piece);
    if (known == null) {
      known =
          piece.equals(AnswerGrammar.END)
              ? new int[] {end}
              : spoken(piece, speaker.tokenizer().encodeContinuation(piece));
      tokens.put(piece, known);
    }
    return known;
  }

  private static int[] spoken(String text, int[] ids) {
    checkArgument(ids.length > 0, "the text \"%s\" has no token", text);
    return ids;
  }

  /** Returns the output embedding of each piece, the mean of those of its tokens. */
  double[][] embeddings(List<String> pieces) {
    double[][] rows = new double[pieces.size()][];
    Arrays.setAll(rows, k -> embeddings.computeIfAbsent(pieces.get(k), this::embedding));
    return rows;
  }

  private double[] embedding(String piece) {
    int[] ids = tokens(piece);
    double[] mean = new double[width];
    double[] row = new double[width];
    for (int id : ids) {
      model.representation().ifPresent(shown -> shown.embedding(id, row));
      Vectors.addScaled(1.0 / ids.length, row, mean);
    }
    return mean;
  }
}

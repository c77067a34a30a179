package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceDraft.PromptDraft;
import dev.ccl.core.instance.InstanceDraft.StateDraft;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules that one prompt of an instance has to keep; a prompt that does becomes a table. */
final class PromptRules {
  static final double TOLERANCE = 1e-9;
  private static final int SHOWN_TOKENS = 12;

  private final String file;
  private final String place;
  private final Instance.Header header;
  private final Vocabulary vocabulary;
  private final List<String> words; // of the document
  private final int[] tokenOf; // a word, -1 if it is not in the vocabulary
  private final PromptDraft draft;
  private final boolean padded;
  private final double[] phi; // of one token
  private final double[] phiStu;
  private final int[] stateAt; // place in the document of each state of the table
  private final Map<ImmutableIntArray, ImmutableIntArray> legalSets = new HashMap<>(); // shared

  PromptRules(
      String file,
      String place,
      Instance.Header header,
      List<String> words,
      int[] tokenOf,
      PromptDraft draft) {
    this.file = file;
    this.place = place;
    this.header = header;
    this.vocabulary = header.vocabulary();
    this.words = words;
    this.tokenOf = tokenOf;
    this.draft = draft;
    this.padded = header.feasibility() == Feasibility.EOS_PADDED;
    this.stateAt = new int[draft.states().size()];
    this.phi = new double[header.calibrationDimension()];
    this.phiStu = new double[header.studentDimension()];
  }

  /** Checks everything and returns the table, without the absorbing states that were listed. */
  PromptTable table(boolean source) {
    if (draft.states().isEmpty()) {
      throw breach(".states", "the list is empty");
    }
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Integer> listed = new HashMap<>();
    List<ImmutableIntArray> absorbing = new ArrayList<>();
    List<Integer> absorbingAt = new ArrayList<>();
    for (int j = 0; j < draft.states().size(); j++) {
      ImmutableIntArray prefix = prefix(j);
      Integer before = listed.putIfAbsent(prefix, j);
      if (before != null) {
        throw breach(
            at(j) + ".prefix", text(prefix) + " was listed before, as states[" + before + "]");
      }
      if (padded && prefix.contains(vocabulary.eos())) {
        checkAbsorbing(j);
        absorbing.add(prefix);
        absorbingAt.add(j);
      } else {
        stateAt[states.size()] = j;
        states.add(state(j, prefix));
      }
    }
    if (!listed.containsKey(ImmutableIntArray.of())) {
      throw breach(".states", "no state has the empty prefix");
    }
    PromptTable table = PromptTable.of(draft.prompt(), states);
    checkReach(table);
    for (int i = 0; i < absorbing.size(); i++) {
      if (!isReachedAbsorbing(table, absorbing.get(i))) {
        throw breach(
            at(absorbingAt.get(i)) + ".prefix", text(absorbing.get(i)) + " cannot be reached");
      }
    }
    return withRewards(table, source);
  }

  private ImmutableIntArray prefix(int j) {
    ImmutableIntArray prefix = draft.states().get(j).prefix;
    if (prefix.length() >= header.horizon()) {
      throw breach(
          at(j) + ".prefix",
          prefix.length() + " tokens leave no step before the horizon " + header.horizon());
    }
    return tokens(prefix, at(j) + ".prefix");
  }

  private ImmutableIntArray tokens(ImmutableIntArray list, String where) {
    ImmutableIntArray.Builder tokens = ImmutableIntArray.builder(list.length());
    for (int i = 0; i < list.length(); i++) {
      tokens.add(token(list.get(i), where, i, ""));
    }
    return tokens.build();
  }

  private int token(int word, String where, int i, String field) {
    if (word >= tokenOf.length) { // of the compact form
      throw breach(
          where + "[" + i + "]" + field,
          word + " is no place in a vocabulary of " + tokenOf.length);
    }
    if (tokenOf[word] < 0) {
      throw breach(
          where + "[" + i + "]" + field,
          JsonCursor.quoted(words.get(word)) + " is not in the vocabulary");
    }
    return tokenOf[word];
  }

  private void checkAbsorbing(int j) {
    StateDraft state = draft.states().get(j);
    String where = at(j) + ".tokens";
    if (state.tokens.length() != 1
        || token(state.tokens.get(0), where, 0, ".token") != vocabulary.pad()) {
      throw breach(where, "an absorbing state has the single token " + quoted(vocabulary.pad()));
    }
    checkNumbers(state, 0, where);
    if (Vectors.norm(phi) != 0) {
      throw breach(where + "[0].phi", "not 0 at an absorbing state");
    }
    if (Vectors.norm(phiStu) != 0) {
      throw breach(where + "[0].phiStu", "not 0 at an absorbing state");
    }
    checkSum(state.pre, where);
  }

  private StateTable state(int j, ImmutableIntArray prefix) {
    StateDraft state = draft.states().get(j);
    ImmutableIntArray legal = legal(state, at(j) + ".tokens");
    checkSum(state.pre, at(j) + ".tokens");
    ImmutableIntArray known = legalSets.putIfAbsent(legal, legal);
    return StateTable.owning(
        prefix, known == null ? legal : known, state.phi, state.phiStu, state.pre);
  }

  /** Checks the tokens of a state that is not absorbing, one by one, and returns their numbers. */
  private ImmutableIntArray legal(StateDraft state, String where) {
    if (state.tokens.isEmpty()) {
      throw breach(where, "the list is empty");
    }
    ImmutableIntArray.Builder legal = ImmutableIntArray.builder(state.tokens.length());
    boolean[] seen = new boolean[vocabulary.size()];
    for (int k = 0; k < state.tokens.length(); k++) {
      int token = token(state.tokens.get(k), where, k, ".token");
      if (seen[token]) {
        throw breach(where + "[" + k + "].token", quoted(token) + " appears twice");
      }
      if (padded && token == vocabulary.pad()) {
        throw breach(where + "[" + k + "].token", quoted(token) + " is legal only after eos");
      }
      seen[token] = true;
      legal.add(token);
      checkNumbers(state, k, where);
    }
    for (int token = 0; padded && token < seen.length; token++) {
      if (!seen[token] && token != vocabulary.pad()) {
        throw breach(where, "token " + quoted(token) + " is missing");
      }
    }
    return legal.build();
  }

  private String quoted(int token) {
    return JsonCursor.quoted(vocabulary.token(token));
  }

  private void checkNumbers(StateDraft state, int k, String where) {
    System.arraycopy(state.phi, k * phi.length, phi, 0, phi.length);
    System.arraycopy(state.phiStu, k * phiStu.length, phiStu, 0, phiStu.length);
    checkFeatures(phi, where, k, ".phi");
    checkFeatures(phiStu, where, k, ".phiStu");
    if (!(state.pre[k] > 0)) {
      throw breach(where + "[" + k + "].pre", state.pre[k] + " is not greater than 0");
    }
  }

  private void checkFeatures(double[] features, String where, int k, String field) {
    double norm = Vectors.norm(features);
    if (norm <= 1 + TOLERANCE) {
      return;
    }
    String row = where + "[" + k + "]" + field;
    for (int i = 0; i < features.length; i++) {
      if (!Double.isFinite(features[i])) {
        throw breach(row + "[" + i + "]", features[i] + " is not a finite number");
      }
    }
    throw breach(row, "norm " + norm + " exceeds 1");
  }

  private void checkSum(double[] pre, String where) {
    double sum = 0;
    for (double p : pre) {
      sum += p;
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw breach(where, "the values of pre sum to " + sum + ", not 1");
    }
  }

  /** Checks that the listed states are those that can be reached, by a walk from the root. */
  private void checkReach(PromptTable table) {
    boolean[] reached = new boolean[table.states().size()];
    Deque<Integer> open = new ArrayDeque<>(List.of(table.root()));
    reached[table.root()] = true;
    while (!open.isEmpty()) {
      int s = open.remove();
      StateTable state = table.states().get(s);
      for (int k = 0; k < state.tokens().length(); k++) {
        int edge = table.firstEdge(s) + k;
        int child = table.child(edge);
        if (child >= 0) {
          reached[child] = true;
          open.add(child);
        } else {
          boolean over =
              state.prefix().length() + 1 == header.horizon()
                  || (padded && state.tokens().get(k) == vocabulary.eos());
          if (!over) {
            throw breach(
                ".states",
                "state " + text(table.decided(edge)) + " can be reached, but is not listed");
          }
        }
      }
    }
    for (int s = 0; s < reached.length; s++) {
      if (!reached[s]) {
        throw breach(
            at(stateAt[s]) + ".prefix",
            text(table.states().get(s).prefix()) + " cannot be reached");
      }
    }
  }

  /** Tells whether a prefix with eos in it is an ended answer followed by padding. */
  private boolean isReachedAbsorbing(PromptTable table, ImmutableIntArray prefix) {
    int eos = prefix.indexOf(vocabulary.eos());
    return table.find(prefix.subArray(0, eos)) != null && isPadding(prefix, eos + 1);
  }

  private boolean isPadding(ImmutableIntArray tokens, int from) {
    for (int i = from; i < tokens.length(); i++) {
      if (tokens.get(i) != vocabulary.pad()) {
        return false;
      }
    }
    return true;
  }

  private PromptTable withRewards(PromptTable table, boolean source) {
    if (draft.rewards().isEmpty() && !source) {
      return table;
    }
    double[] rewards = new double[table.edges()];
    Arrays.fill(rewards, Double.NaN);
    if (draft.answers().isEmpty() && !draft.rewards().isEmpty()) {
      spread(table, rewards);
    }
    for (int j = 0; j < draft.answers().size(); j++) {
      String where = ".rewards[" + j + "].answer";
      ImmutableIntArray answer = draft.answers().get(j);
      int edge = edge(table, answer, where);
      if (!Double.isNaN(rewards[edge])) {
        throw breach(where, text(tokens(answer, where)) + " appears twice");
      }
      rewards[edge] = checkedReward(j);
    }
    for (int e = 0; e < rewards.length; e++) {
      if (table.child(e) < 0 && Double.isNaN(rewards[e])) {
        throw breach(
            ".rewards",
            "no reward for answer "
                + text(table.decided(e))
                + (source ? " of a source prompt" : ", but for others: all or none"));
      }
    }
    return table.withRewards(header.horizon(), vocabulary.pad(), rewards);
  }

  /** Gives rewards without answers to the edges that decide an answer, in their order. */
  private void spread(PromptTable table, double[] rewards) {
    int answers = 0;
    for (int e = 0; e < rewards.length; e++) {
      if (table.child(e) < 0) {
        if (answers < draft.rewards().length()) {
          rewards[e] = checkedReward(answers);
        }
        answers++;
      }
    }
    if (answers != draft.rewards().length()) {
      throw breach(".rewards", draft.rewards().length() + " numbers, not " + answers);
    }
  }

  private double checkedReward(int j) {
    double reward = draft.rewards().get(j);
    if (!(reward >= 0 && reward <= 1)) {
      throw breach(".rewards[" + j + "].reward", reward + " is outside [0, 1]");
    }
    return reward;
  }

  private int edge(PromptTable table, ImmutableIntArray words, String where) {
    if (words.length() != header.horizon()) {
      throw breach(where, words.length() + " tokens, not " + header.horizon());
    }
    ImmutableIntArray answer = tokens(words, where);
    int edge = table.lastEdge(answer);
    if (edge < 0 || !isPadding(answer, table.depth(edge) + 1)) {
      throw breach(where, text(answer) + " is not a feasible answer");
    }
    return edge;
  }

  private String text(ImmutableIntArray tokens) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < tokens.length() && i < SHOWN_TOKENS; i++) {
      text.append(i == 0 ? "" : ", ").append(vocabulary.token(tokens.get(i)));
    }
    return text.append(tokens.length() > SHOWN_TOKENS ? ", …]" : "]").toString();
  }

  private static String at(int state) {
    return ".states[" + state + "]";
  }

  private InstanceFormatException breach(String where, String rule) {
    return InstanceFormatException.of(file, place + where, rule);
  }
}

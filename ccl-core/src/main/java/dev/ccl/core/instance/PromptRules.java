package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceDocument.PromptPart;
import dev.ccl.core.instance.InstanceDocument.RewardPart;
import dev.ccl.core.instance.InstanceDocument.TokenPart;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules that one prompt of a document has to keep, and the table that it becomes. */
final class PromptRules {
  private static final double TOLERANCE = 1e-9;
  private static final int SHOWN_TOKENS = 12;

  private final String file;
  private final String place;
  private final Instance.Header header;
  private final Vocabulary vocabulary;
  private final PromptPart part;
  private final boolean padded;
  private final int[] stateAt; // place in the document of each state of the table
  private final Map<ImmutableIntArray, ImmutableIntArray> legalSets = new HashMap<>(); // shared

  PromptRules(String file, String place, Instance.Header header, PromptPart part) {
    this.file = file;
    this.place = place;
    this.header = header;
    this.vocabulary = header.vocabulary();
    this.part = part;
    this.padded = header.feasibility() == Feasibility.EOS_PADDED;
    this.stateAt = new int[part.states.size()];
  }

  /** Checks everything and returns the table, without the absorbing states that were listed. */
  PromptTable table(boolean source) {
    if (part.states.isEmpty()) {
      throw breach(".states", "the list is empty");
    }
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Integer> listed = new HashMap<>();
    List<ImmutableIntArray> absorbing = new ArrayList<>();
    List<Integer> absorbingAt = new ArrayList<>();
    for (int j = 0; j < part.states.size(); j++) {
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
    PromptTable table =
        PromptTable.of(new Prompt(part.id, part.text, part.kind, part.group), states);
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
    List<String> prefix = part.states.get(j).prefix;
    if (prefix.size() >= header.horizon()) {
      throw breach(
          at(j) + ".prefix",
          prefix.size() + " tokens leave no step before the horizon " + header.horizon());
    }
    return ids(prefix, at(j) + ".prefix");
  }

  private ImmutableIntArray ids(List<String> tokens, String where) {
    ImmutableIntArray.Builder ids = ImmutableIntArray.builder(tokens.size());
    for (int i = 0; i < tokens.size(); i++) {
      int id = vocabulary.id(tokens.get(i));
      if (id < 0) {
        throw unknown(tokens.get(i), where + "[" + i + "]");
      }
      ids.add(id);
    }
    return ids.build();
  }

  private InstanceFormatException unknown(String token, String where) {
    return breach(where, JsonCursor.quoted(token) + " is not in the vocabulary");
  }

  private void checkAbsorbing(int j) {
    List<TokenPart> tokens = part.states.get(j).tokens;
    String where = at(j) + ".tokens";
    if (!(tokens.size() == 1 && tokens.get(0).token.equals(vocabulary.token(vocabulary.pad())))) {
      throw breach(
          where,
          "an absorbing state has the single token "
              + JsonCursor.quoted(vocabulary.token(vocabulary.pad())));
    }
    TokenPart token = tokens.get(0);
    checkNumbers(token, where + "[0]");
    if (Vectors.norm(token.phi) != 0) {
      throw breach(where + "[0].phi", "not 0 at an absorbing state");
    }
    if (Vectors.norm(token.phiStu) != 0) {
      throw breach(where + "[0].phiStu", "not 0 at an absorbing state");
    }
    checkSum(new double[] {token.pre}, where);
  }

  private StateTable state(int j, ImmutableIntArray prefix) {
    List<TokenPart> tokens = part.states.get(j).tokens;
    ImmutableIntArray legal = legal(tokens, at(j) + ".tokens");
    int bigD = header.calibrationDimension();
    int d = header.studentDimension();
    double[] phi = new double[tokens.size() * bigD];
    double[] phiStu = new double[tokens.size() * d];
    double[] pre = new double[tokens.size()];
    for (int k = 0; k < pre.length; k++) {
      TokenPart token = tokens.get(k);
      System.arraycopy(token.phi, 0, phi, k * bigD, bigD);
      System.arraycopy(token.phiStu, 0, phiStu, k * d, d);
      pre[k] = token.pre;
    }
    checkSum(pre, at(j) + ".tokens");
    ImmutableIntArray known = legalSets.putIfAbsent(legal, legal);
    return StateTable.owning(prefix, known == null ? legal : known, phi, phiStu, pre);
  }

  /** Checks the tokens of a state that is not absorbing, one by one, and returns their numbers. */
  private ImmutableIntArray legal(List<TokenPart> tokens, String where) {
    if (tokens.isEmpty()) {
      throw breach(where, "the list is empty");
    }
    ImmutableIntArray.Builder legal = ImmutableIntArray.builder(tokens.size());
    boolean[] seen = new boolean[vocabulary.size()];
    for (int k = 0; k < tokens.size(); k++) {
      TokenPart token = tokens.get(k);
      String which = where + "[" + k + "]";
      int id = vocabulary.id(token.token);
      if (id < 0) {
        throw unknown(token.token, which + ".token");
      }
      if (seen[id]) {
        throw breach(which + ".token", JsonCursor.quoted(token.token) + " appears twice");
      }
      if (padded && id == vocabulary.pad()) {
        throw breach(which + ".token", JsonCursor.quoted(token.token) + " is legal only after eos");
      }
      seen[id] = true;
      legal.add(id);
      checkNumbers(token, which);
    }
    for (int id = 0; padded && id < seen.length; id++) {
      if (!seen[id] && id != vocabulary.pad()) {
        throw breach(where, "token " + JsonCursor.quoted(vocabulary.token(id)) + " is missing");
      }
    }
    return legal.build();
  }

  private void checkNumbers(TokenPart token, String where) {
    checkFeatures(token.phi, header.calibrationDimension(), where + ".phi");
    checkFeatures(token.phiStu, header.studentDimension(), where + ".phiStu");
    if (!(token.pre > 0)) {
      throw breach(where + ".pre", token.pre + " is not greater than 0");
    }
  }

  private void checkFeatures(double[] features, int dimension, String where) {
    if (features.length != dimension) {
      throw breach(where, features.length + " numbers, not " + dimension);
    }
    double norm = Vectors.norm(features);
    if (!(norm <= 1 + TOLERANCE)) {
      throw breach(where, "norm " + norm + " exceeds 1");
    }
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
    Deque<Integer> open = new ArrayDeque<>(List.of(table.tree().root()));
    reached[table.tree().root()] = true;
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
                "state " + text(table.tree().decided(edge)) + " can be reached, but is not listed");
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
    return table.tree().find(prefix.subArray(0, eos)) != null && isPadding(prefix, eos + 1);
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
    if (part.rewards.isEmpty() && part.inOrder.length == 0 && !source) {
      return table;
    }
    double[] rewards = new double[table.edges()];
    Arrays.fill(rewards, Double.NaN);
    if (part.inOrder.length > 0) {
      spread(table, rewards);
    }
    for (int j = 0; j < part.rewards.size(); j++) {
      RewardPart reward = part.rewards.get(j);
      String where = ".rewards[" + j + "]";
      int edge = edge(table, reward, where + ".answer");
      if (!Double.isNaN(rewards[edge])) {
        throw breach(where + ".answer", text(ids(reward.answer, where)) + " appears twice");
      }
      rewards[edge] = checkedReward(reward.reward, j);
    }
    for (int e = 0; e < rewards.length; e++) {
      if (table.child(e) < 0 && Double.isNaN(rewards[e])) {
        throw breach(
            ".rewards",
            "no reward for answer "
                + text(table.tree().decided(e))
                + (source ? " of a source prompt" : ", but for others: all or none"));
      }
    }
    return table.withRewards(header.horizon(), vocabulary.pad(), rewards);
  }

  /** Gives the rewards of the compact form to the edges that decide an answer, in their order. */
  private void spread(PromptTable table, double[] rewards) {
    int answers = 0;
    for (int e = 0; e < rewards.length; e++) {
      if (table.child(e) < 0) {
        if (answers < part.inOrder.length) {
          rewards[e] = checkedReward(part.inOrder[answers], answers);
        }
        answers++;
      }
    }
    if (answers != part.inOrder.length) {
      throw breach(".rewards", part.inOrder.length + " numbers, not " + answers);
    }
  }

  private double checkedReward(double reward, int j) {
    if (!(reward >= 0 && reward <= 1)) {
      throw breach(".rewards[" + j + "].reward", reward + " is outside [0, 1]");
    }
    return reward;
  }

  private int edge(PromptTable table, RewardPart reward, String where) {
    if (reward.answer.size() != header.horizon()) {
      throw breach(where, reward.answer.size() + " tokens, not " + header.horizon());
    }
    ImmutableIntArray answer = ids(reward.answer, where);
    int edge = table.tree().lastEdge(answer);
    if (edge < 0 || !isPadding(answer, table.tree().depth(edge) + 1)) {
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

package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import java.util.List;

/**
 * An instance as it was written, in the arrays that its tables will own: every part is there and
 * has the right type, and no rule has been checked ({@link InstanceRules}). A token is a place in
 * {@link #words}.
 */
final class InstanceDraft {
  String name = "";
  double lambda;
  double bound;
  int horizon;
  List<String> vocabulary;
  String eos;
  String pad;
  String feasibility;
  int calibrationDimension;
  double[] teacher;
  String setType;
  Double radius; // null where absent, as are the corners
  double[] lower;
  double[] upper;
  int studentDimension;
  double[] initial; // null where absent
  List<String> source;
  List<String> target;
  List<String> words;
  int phiLength; // of all rows; 0 where there is none
  int phiStuLength;
  List<PromptDraft> prompts;

  /**
   * A prompt.
   *
   * @param prompt its words
   * @param states in the order of the file
   * @param answers of the rewards; empty where rewards are those of the edges that decide an
   *     answer, in their order
   * @param rewards empty where unknown
   */
  record PromptDraft(
      Prompt prompt,
      List<StateDraft> states,
      List<ImmutableIntArray> answers,
      ImmutableDoubleArray rewards) {}

  /** A state with the rows of its tokens. */
  static final class StateDraft {
    ImmutableIntArray prefix;
    ImmutableIntArray tokens;
    double[] phi; // row-major
    double[] phiStu;
    double[] pre;
  }
}

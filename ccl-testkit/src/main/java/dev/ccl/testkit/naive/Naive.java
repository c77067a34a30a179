package dev.ccl.testkit.naive;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * An instance written out: its states, its answers and its policies. The answers of a prompt come
 * from the legal sets alone (def:ced-feasible-trajectories). What depends on the instance alone is
 * computed once, when it is first asked for, by whichever thread owns the model.
 */
public final class Naive {
  private final Instance instance;
  private final int bigD;
  private final StudentClass students;
  private final Map<String, List<Node>> nodes = new LinkedHashMap<>();
  private final Map<String, List<Answer>> answers = new LinkedHashMap<>();
  private int states;
  private int size;
  private final TokenLaw reference;
  private final TokenLaw teacher;
  private final SourceStep step;

  private Naive(Instance instance, StudentClass students) {
    this.instance = instance;
    this.bigD = instance.header().calibrationDimension();
    this.students = students;
    for (PromptTable table : instance.prompts().values()) {
      String id = table.prompt().id();
      nodes.put(id, new ArrayList<>());
      answers.put(id, new ArrayList<>());
      Map<ImmutableIntArray, StateTable> listed = new HashMap<>();
      table.states().forEach(s -> listed.put(s.prefix(), s));
      write(table, listed, ImmutableIntArray.of(), new ArrayList<>(), ImmutableIntArray.of());
    }
    this.reference = known(Naive::referenceLogs);
    this.teacher = calibrated(teacherParameter());
    this.step = new SourceStep(this, states);
  }

  /**
   * Writes an instance out.
   *
   * @param instance a small instance
   * @return its states and answers
   */
  public static Naive of(Instance instance) {
    Instance.Header header = instance.header();
    return of(instance, new LinearStudents(header.studentDimension(), header.bound()));
  }

  /**
   * Writes an instance out, with students of another class.
   *
   * @param instance the instance
   * @param students the students
   * @return the model
   */
  public static Naive of(Instance instance, StudentClass students) {
    return new Naive(instance, students);
  }

  private void write(
      PromptTable table,
      Map<ImmutableIntArray, StateTable> listed,
      ImmutableIntArray prefix,
      List<Node> path,
      ImmutableIntArray places) {
    String id = table.prompt().id();
    if (prefix.length() == horizon()) {
      Double reward = table.rewards().get(prefix);
      answers
          .get(id)
          .add(new Answer(size, prefix, path, places, reward == null ? Double.NaN : reward));
      size++;
      return;
    }
    StateTable listedState = listed.get(prefix);
    boolean ended =
        instance.header().feasibility() == Feasibility.EOS_PADDED
            && prefix.contains(instance.header().vocabulary().eos());
    checkArgument(ended || listedState != null, "prompt %s lists no state %s", id, prefix);
    int width = instance.header().studentDimension(); // of the features
    Node node =
        ended
            ? Node.padding(states, id, prefix, instance.header().vocabulary().pad(), bigD, width)
            : Node.listed(states, id, listedState, bigD, width);
    states++;
    nodes.get(id).add(node);
    path.add(node);
    for (int k = 0; k < node.size(); k++) {
      write(table, listed, append(prefix, node.token(k)), path, append(places, k));
    }
    path.remove(path.size() - 1);
  }

  static ImmutableIntArray append(ImmutableIntArray list, int last) {
    return ImmutableIntArray.builder(list.length() + 1).addAll(list).add(last).build();
  }

  /** {@return the instance} */
  public Instance instance() {
    return instance;
  }

  /** {@return λ, the regularisation} */
  public double lambda() {
    return instance.header().lambda();
  }

  /** {@return B, the bound of the parameters} */
  public double bound() {
    return instance.header().bound();
  }

  /** {@return H, the length of an answer} */
  public int horizon() {
    return instance.header().horizon();
  }

  /** {@return D, the dimension of w} */
  public int calibrationDimension() {
    return bigD;
  }

  /** {@return d, the dimension of θ} */
  public int studentDimension() {
    return students.set().dimension();
  }

  /** {@return the class of the students: the class, with Θ and its bounds} */
  public StudentClass students() {
    return students;
  }

  /** {@return w<sub>tea</sub>, a fresh vector} */
  public double[] teacherParameter() {
    return instance.header().teacher().toArray();
  }

  /** {@return the source prompts: ids, with repetitions} */
  public List<String> source() {
    return instance.source();
  }

  /** {@return the target prompts: ids, with repetitions} */
  public List<String> target() {
    return instance.target();
  }

  /**
   * Returns the non-terminal states of a prompt, parents before children.
   *
   * @param prompt its id
   * @return its states
   */
  public List<Node> nodes(String prompt) {
    return nodes.get(prompt);
  }

  /**
   * Returns the feasible answers of a prompt.
   *
   * @param prompt its id
   * @return 𝒜(x)
   */
  public List<Answer> answers(String prompt) {
    return answers.get(prompt);
  }

  /**
   * Finds a state.
   *
   * @param prompt the id of its prompt
   * @param prefix the tokens before it
   * @return the state
   */
  public Node node(String prompt, ImmutableIntArray prefix) {
    return nodes(prompt).stream().filter(s -> s.prefix().equals(prefix)).findFirst().orElseThrow();
  }

  /**
   * Finds an answer.
   *
   * @param prompt the id of its prompt
   * @param tokens its tokens
   * @return the answer
   */
  public Answer answer(String prompt, ImmutableIntArray tokens) {
    return answers(prompt).stream()
        .filter(a -> a.tokens().equals(tokens))
        .findFirst()
        .orElseThrow();
  }

  /**
   * {@return the number of answers of the source and target lists together; a measure of the size
   * of the enumerations}
   */
  public int size() {
    return source().stream().mapToInt(x -> answers(x).size()).sum()
        + target().stream().mapToInt(x -> answers(x).size()).sum();
  }

  /**
   * Returns π<sub>stu,θ</sub> (eq:ced-softmax).
   *
   * @param theta θ; read
   * @return the student
   */
  public StudentLaw student(double[] theta) {
    return new StudentLaw(students, theta.clone(), states, size);
  }

  /**
   * Returns π<sub>w</sub> (eq:ced-softmax).
   *
   * @param w w; read
   * @return the calibrated teacher
   */
  public TokenLaw calibrated(double[] w) {
    double[] copy = w.clone();
    return known(
        s -> {
          double[] logits = new double[s.size()];
          for (int k = 0; k < logits.length; k++) {
            logits[k] = SmallAlgebra.dot(copy, s.phi(k));
          }
          return logSoftmax(logits);
        });
  }

  /** {@return π<sub>pre</sub>, the reference} */
  public TokenLaw reference() {
    return reference;
  }

  private static double[] referenceLogs(Node s) {
    double[] log = new double[s.size()];
    for (int k = 0; k < log.length; k++) {
      log[k] = StrictMath.log(s.pre(k));
    }
    return log;
  }

  /** {@return π<sub>tea</sub>, the teacher as it is} */
  public TokenLaw teacher() {
    return teacher;
  }

  /** The source side, which computes once what depends on no parameters. */
  SourceStep step() {
    return step;
  }

  /** Turns logits into log-probabilities, in place. */
  static double[] logSoftmax(double[] logits) {
    double normalizer = SmallAlgebra.logSumExp(logits);
    for (int k = 0; k < logits.length; k++) {
      logits[k] -= normalizer;
    }
    return logits;
  }

  /** A law that computes each of its numbers once. */
  TokenLaw known(TokenLaw law) {
    return new CachedLaw(law, states, size);
  }

  /**
   * Returns the mean of a function of the prompts of a list.
   *
   * @param list ids, with repetitions
   * @param f a function of a place in the list
   * @return its average
   */
  static double mean(List<String> list, IntFunction<Double> f) {
    double sum = 0;
    for (int j = 0; j < list.size(); j++) {
      sum += f.apply(j);
    }
    return sum / list.size();
  }
}

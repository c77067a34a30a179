package dev.ccl.testkit.naive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The source side of a round by enumeration over (i, h, teacher answer, student token, label,
 * completion, acceptance): information matrices, the law of g<sub>t</sub> and its mean.
 */
public final class SourceStep {
  private static final TokenLaw UNIFORM =
      s -> {
        double[] log = new double[s.size()];
        Arrays.fill(log, -StrictMath.log(s.size()));
        return log;
      };

  private final Naive model;
  private final double[] reach; // by state, NaN where not known
  private final double[][] completed; // by state and token, null where not known

  SourceStep(Naive model, int states) {
    this.model = model;
    this.reach = new double[states];
    this.completed = new double[states][];
    Arrays.fill(reach, Double.NaN);
  }

  /**
   * Returns the source side of an instance.
   *
   * @param model the instance, written out
   * @return its source side
   */
  public static SourceStep of(Naive model) {
    return model.step();
  }

  /** What to do with a comparison and its probability. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives one comparison.
     *
     * @param state s<sub>t</sub>
     * @param c1 the place of the teacher's token
     * @param c0 the place of the alternative
     * @param probability the probability of the triple
     */
    void visit(Node state, int c1, int c0, double probability);
  }

  /**
   * Visits every (s, c<sub>1</sub>, c<sub>0</sub>) with its probability. The same triple may come
   * several times.
   *
   * @param alternatives the law of c<sub>0</sub>
   * @param visitor what to do
   */
  public void forEachComparison(TokenLaw alternatives, Visitor visitor) {
    TokenLaw teacher = model.teacher();
    for (String x : model.source()) {
      double weight = 1.0 / (model.source().size() * model.horizon());
      for (Node s : model.nodes(x)) {
        double reached = weight * reach(s);
        for (int c1 = 0; c1 < s.size(); c1++) {
          for (int c0 = 0; c0 < s.size(); c0++) {
            visitor.visit(
                s, c1, c0, reached * teacher.probability(s, c1) * alternatives.probability(s, c0));
          }
        }
      }
    }
  }

  /** The teacher's probability of the prefix of a state. */
  private double reach(Node s) {
    if (Double.isNaN(reach[s.index()])) {
      double sum = 0;
      for (Answer a : model.answers(s.prompt())) {
        sum += a.startsWith(s.prefix()) ? model.teacher().probability(a) : 0;
      }
      reach[s.index()] = sum;
    }
    return reach[s.index()];
  }

  /**
   * Returns E[zzᵀ] for a law of the alternatives (eq:ced-adaptive-design).
   *
   * @param alternatives the law of c<sub>0</sub>
   * @return a fresh matrix
   */
  public double[][] design(TokenLaw alternatives) {
    return design(alternatives, s -> true);
  }

  private double[][] design(TokenLaw alternatives, Predicate<Node> where) {
    int n = model.calibrationDimension();
    double[][] out = new double[n][n];
    forEachComparison(
        alternatives,
        (s, c1, c0, p) -> {
          double[] z = s.difference(c1, c0);
          SmallAlgebra.addOuter(where.test(s) ? p : 0, z, z, out);
        });
    return out;
  }

  /**
   * {@return G<sub>joint</sub>: the design with uniform alternatives (eq:ced-gram); a fresh matrix}
   */
  public double[][] information() {
    return design(UNIFORM);
  }

  /**
   * Returns G<sub>h</sub>, the part of one position (eq:ced-gram).
   *
   * @param h the position, from 1
   * @return a fresh matrix
   */
  public double[][] information(int h) {
    double[][] out = design(UNIFORM, s -> s.prefix().length() == h - 1);
    for (double[] row : out) {
      for (int i = 0; i < row.length; i++) {
        row[i] *= model.horizon();
      }
    }
    return out;
  }

  /**
   * {@return γ (eq:ced-gamma), with the bound F of the students' logits for B in their coverage,
   * e<sup>−1/λ</sup> e<sup>−2F</sup> σ′(2B) μ<sub>joint</sub>}
   */
  public double gamma() {
    return StrictMath.exp(-1 / model.lambda() - 2 * model.students().logitBound())
        * SmallAlgebra.sigmoidSlope(2 * model.bound())
        * SmallAlgebra.eigenvalues(information())[0];
  }

  /**
   * Returns P(Y = y, I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) as a sum over completions, each with
   * its own acceptance probability.
   *
   * @param state s
   * @param c1 the place of the teacher's token
   * @param c0 the place of the alternative
   * @param y the branch, 1 or 0
   * @return the joint probability
   */
  public double accepted(Node state, int c1, int c0, int y) {
    int taken = y == 1 ? c1 : c0;
    double branch = state.pre(taken) / (state.pre(c1) + state.pre(c0));
    return branch * completed(state)[taken];
  }

  /** The probability that a completion of each token is accepted. */
  private double[] completed(Node state) {
    if (completed[state.index()] == null) {
      TokenLaw reference = model.reference();
      double[] sums = new double[state.size()];
      int h = state.prefix().length() + 1;
      for (Answer a : model.answers(state.prompt())) {
        if (a.startsWith(state.prefix())) {
          sums[a.place(h)] +=
              StrictMath.exp(reference.logSuffix(a, h + 1) + (a.reward() - 1) / model.lambda());
        }
      }
      completed[state.index()] = sums;
    }
    return completed[state.index()];
  }

  /**
   * Returns g = I z [σ(zᵀw) − Y] of an accepted trial.
   *
   * @param w w; read
   * @param state s
   * @param c1 the place of the teacher's token
   * @param c0 the place of the alternative
   * @param y the branch, 1 or 0
   * @return a fresh vector
   */
  public double[] gradient(double[] w, Node state, int c1, int c0, int y) {
    double[] z = state.difference(c1, c0);
    double u = SmallAlgebra.dot(z, w);
    return SmallAlgebra.plus(
        new double[z.length], y == 1 ? -SmallAlgebra.sigmoid(-u) : SmallAlgebra.sigmoid(u), z);
  }

  /**
   * Returns E[g<sub>t</sub> | 𝓕<sub>t</sub>].
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return a fresh vector
   */
  public double[] mean(double[] w, double[] theta) {
    double[][] sum = {new double[model.calibrationDimension()]};
    forEachComparison(
        model.student(theta),
        (s, c1, c0, p) -> {
          for (int y = 0; y <= 1; y++) {
            sum[0] =
                SmallAlgebra.plus(sum[0], p * accepted(s, c1, c0, y), gradient(w, s, c1, c0, y));
          }
        });
    return sum[0];
  }

  /** One value of g<sub>t</sub>, or of a function of it, with its probability. */
  public static final class Atom {
    private final double[] gradient;
    private final double probability;

    private Atom(double[] gradient, double probability) {
      this.gradient = gradient;
      this.probability = probability;
    }

    /**
     * Returns a value with its probability.
     *
     * @param value the value; read
     * @param probability its probability
     * @return the atom
     */
    public static Atom of(double[] value, double probability) {
      return new Atom(value.clone(), probability);
    }

    /**
     * Returns the same value with more probability.
     *
     * @param more what is added
     * @return the atom
     */
    public Atom plus(double more) {
      return new Atom(gradient, probability + more);
    }

    /**
     * Returns the value.
     *
     * @return g itself, not to be written to
     */
    public double[] gradient() {
      return gradient;
    }

    /**
     * Returns its probability.
     *
     * @return P(g<sub>t</sub> = g | 𝓕<sub>t</sub>)
     */
    public double probability() {
      return probability;
    }
  }

  /**
   * Returns the law of g<sub>t</sub> given the past; rejected trials and equal features give 0.
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return values with their probabilities, each value once
   */
  public List<Atom> law(double[] w, double[] theta) {
    double[] none = new double[model.calibrationDimension()];
    List<Atom> atoms = new ArrayList<>();
    atoms.add(new Atom(none, 0));
    double moved = 0;
    for (Atom atom : acceptedLaw(w, theta)) {
      if (SmallAlgebra.norm(atom.gradient) > 0) {
        moved += atom.probability;
        atoms.add(atom);
      }
    }
    atoms.set(0, new Atom(none, 1 - moved));
    return atoms;
  }

  /**
   * Returns the law of g<sub>t</sub> on the event that the trial is accepted; equal features give
   * 0.
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return values with the probabilities P(g<sub>t</sub> = g, I<sub>t</sub> = 1), each value once
   */
  public List<Atom> acceptedLaw(double[] w, double[] theta) {
    List<Atom> atoms = new ArrayList<>();
    forEachComparison(
        model.student(theta),
        (s, c1, c0, p) -> {
          for (int y = 0; y <= 1; y++) {
            add(atoms, gradient(w, s, c1, c0, y), p * accepted(s, c1, c0, y));
          }
        });
    return atoms;
  }

  private static void add(List<Atom> atoms, double[] g, double mass) {
    for (int k = 0; k < atoms.size(); k++) {
      // Relative to g: where σ(zᵀw) is tiny, η_t g still leads to the boundary of W.
      if (SmallAlgebra.distance(atoms.get(k).gradient, g) <= 1e-13 * SmallAlgebra.norm(g)) {
        atoms.set(k, atoms.get(k).plus(mass));
        return;
      }
    }
    atoms.add(new Atom(g, mass));
  }
}

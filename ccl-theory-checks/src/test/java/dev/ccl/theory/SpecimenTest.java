package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.Instance.Header;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.judge.Findings;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.claims.Claims;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds of an instance, on both sides of every border. */
class SpecimenTest {
  /** H = 1, a prompt of each of these numbers of tokens, no rewards. */
  private static Instance flat(
      int d, Map<String, Integer> tokens, List<String> source, List<String> target) {
    int most = tokens.values().stream().mapToInt(n -> n).max().orElseThrow();
    List<String> names = IntStream.range(0, most + 1).mapToObj(i -> "t" + i).toList();
    List<PromptTable> tables =
        tokens.entrySet().stream()
            .map(
                e -> {
                  int n = e.getValue();
                  double[] pre = new double[n];
                  Arrays.fill(pre, 1.0 / n);
                  StateTable state =
                      StateTable.of(
                          ImmutableIntArray.of(),
                          ImmutableIntArray.copyOf(IntStream.range(0, n)),
                          new double[n],
                          new double[n * d],
                          pre);
                  return PromptTable.of(Prompt.of(e.getKey()), List.of(state));
                })
            .toList();
    Header header =
        new Header(
            "flat",
            1,
            1,
            1,
            Vocabulary.of(names, "t0", "t" + most),
            Feasibility.EXPLICIT,
            Ball.of(1, 1),
            ImmutableDoubleArray.of(0),
            ImmutableDoubleArray.copyOf(new double[d]));
    return Instance.of(header, tables, source, target);
  }

  private static Map<String, Integer> tokens(int x, int y) {
    Map<String, Integer> out = new LinkedHashMap<>();
    out.put("x", x);
    out.put("y", y);
    return out;
  }

  /** Every prompt counts once, however often it is listed. */
  @Test
  void fiveThousandPairsAreEnough() {
    Instance largest = flat(1, tokens(2000, 3000), List.of("x", "x"), List.of("x", "y"));
    assertEquals(largest, Specimen.of(largest).instance());
    Instance larger = flat(1, tokens(2000, 3001), List.of("x"), List.of("y"));
    String message =
        "flat: 5001 pairs of state and token are too many to enumerate; the claims are checked up"
            + " to 5000";
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Specimen.of(larger)).getMessage());
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Specimen.of(new Subject(larger)))
            .getMessage());
  }

  /** d of 1, 2 and 3; six answers and seven, in one prompt, in several and in one twice. */
  @Test
  void smallTargetsEndAtSixAnswers() {
    List<String> x = List.of("x");
    for (int d = 1; d <= 3; d++) {
      Specimen specimen = Specimen.of(flat(d, tokens(2, 2), x, List.of("y")));
      assertEquals(d <= 2, specimen.meets(Requirement.LOW_DIMENSION));
      assertEquals(d == 1, specimen.meets(Requirement.TINY_TARGET));
    }
    assertTrue(tiny(flat(1, tokens(9, 6), x, List.of("y"))));
    assertFalse(tiny(flat(1, tokens(2, 7), x, List.of("y"))));
    assertTrue(tiny(flat(1, tokens(2, 4), x, List.of("x", "y"))));
    assertFalse(tiny(flat(1, tokens(2, 5), x, List.of("x", "y"))));
    assertTrue(tiny(flat(1, tokens(2, 3), x, List.of("y", "y"))));
    assertFalse(tiny(flat(1, tokens(2, 4), x, List.of("y", "y"))));
  }

  private static boolean tiny(Instance instance) {
    return Specimen.of(instance).meets(Requirement.TINY_TARGET);
  }

  private static Instance with(Instance instance, UnaryOperator<PromptTable> change) {
    return Instance.of(
        instance.header(),
        instance.prompts().values().stream().map(change).toList(),
        instance.source(),
        instance.target());
  }

  private static Header header(Header h, double lambda, double bound, ConvexSet set) {
    return new Header(
        h.name(),
        lambda,
        bound,
        h.horizon(),
        h.vocabulary(),
        h.feasibility(),
        set,
        h.teacher(),
        h.initial());
  }

  private static Instance with(Instance instance, Header header) {
    return Instance.of(
        header, instance.prompts().values().asList(), instance.source(), instance.target());
  }

  /** Without those of one prompt, of the source or of the target, rewards are not known. */
  @Test
  void rewardsOfEveryPromptAreNeeded() {
    Instance known = SeparationInstance.of(1, 2, 2, 0.5);
    assertTrue(Specimen.of(known).meets(Requirement.REWARDS));
    assertTrue(Specimen.of(known).meets(Requirement.REALIZABLE));
    for (String id : known.prompts().keySet()) {
      Instance hidden =
          with(known, t -> t.prompt().id().equals(id) ? PromptTable.of(t.prompt(), t.states()) : t);
      assertFalse(Specimen.of(hidden).meets(Requirement.REWARDS), id);
      assertFalse(Specimen.of(hidden).meets(Requirement.REALIZABLE), id);
      assertFalse(Specimen.of(hidden).meets(Requirement.UNIQUE_ORACLE), id);
    }
  }

  /** w* is the same whatever W is, but it has to be a member. */
  @Test
  void realizableMeansThatTheTruthIsInTheSet() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    double norm = SmallAlgebra.norm(Specimen.of(instance).truth().parameter());
    for (double share : new double[] {0.99, 1.01}) {
      Header h = instance.header();
      ConvexSet set = Ball.of(h.calibrationDimension(), share * norm);
      Specimen specimen = Specimen.of(with(instance, header(h, h.lambda(), h.bound(), set)));
      assertEquals(share > 1, specimen.meets(Requirement.REALIZABLE));
    }
  }

  /** A box may be as wide as w* is long and yet not contain it. */
  @Test
  void aTruthBesideABoxIsNotRealizable() {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    double[] truth = Specimen.of(instance).truth().parameter();
    double norm = SmallAlgebra.norm(truth);
    for (double side : new double[] {0.99, 1.01}) {
      double[] far = {norm, norm};
      far[0] = side * Math.abs(truth[0]);
      Header h = instance.header();
      ConvexSet set = Box.of(new double[] {-far[0], -far[1]}, far);
      Specimen specimen = Specimen.of(with(instance, header(h, h.lambda(), h.bound(), set)));
      assertTrue(set.radius() >= norm);
      assertEquals(side > 1, specimen.meets(Requirement.REALIZABLE));
    }
  }

  /** Features scaled by a unit, and those of the second coordinate by another. */
  private static boolean identified(double unit, double second) {
    Instance instance = SeparationInstance.of(1, 2, 2, 0.5);
    Instance scaled =
        with(
            instance,
            t ->
                PromptTable.of(
                    t.prompt(),
                    t.states().stream()
                        .map(
                            s -> {
                              int n = s.tokens().length();
                              double[] phi = new double[2 * n];
                              s.phi(phi);
                              for (int i = 0; i < phi.length; i++) {
                                phi[i] *= unit * (i % 2 == 1 ? second : 1);
                              }
                              double[] phiStu = new double[n];
                              s.phiStu(phiStu);
                              double[] pre = new double[n];
                              s.pre(pre);
                              return StateTable.of(s.prefix(), s.tokens(), phi, phiStu, pre);
                            })
                        .toList(),
                    t.rewards()));
    return Specimen.of(scaled).meets(Requirement.IDENTIFIED);
  }

  /** What identifies w* is one direction beside the other, not their unit. */
  @Test
  void identificationHasNoUnit() {
    for (double unit : new double[] {1, 1e-4, 1e-8}) {
      assertTrue(identified(unit, 1), "unit " + unit);
      assertTrue(identified(unit, 1e-5), "eigenvalues about 1e-10 apart, unit " + unit);
      assertFalse(identified(unit, 1e-7), "eigenvalues about 1e-14 apart, unit " + unit);
      assertFalse(identified(unit, 0), "unit " + unit);
    }
  }

  private static boolean separation(Instance instance) {
    return Specimen.of(instance).meets(Requirement.SEPARATION);
  }

  /** Each of the marks of sec:sm-temperature is needed. */
  @Test
  void aSeparationHasAllOfItsMarks() {
    Instance instance = SeparationInstance.of(2, 3, 3, 0.75);
    Header h = instance.header();
    assertTrue(separation(instance));
    ConvexSet set = h.calibrationSet();
    assertFalse(separation(with(instance, header(h, h.lambda() * 1.001, h.bound(), set))));
    assertFalse(separation(with(instance, header(h, h.lambda(), h.bound() * 1.001, set))));
    assertTrue(separation(with(instance, header(h, h.lambda(), Math.nextUp(h.bound()), set))));
    List<PromptTable> tables = instance.prompts().values().asList();
    List<String> fewer = instance.target().subList(0, 3);
    assertFalse(separation(Instance.of(h, tables, instance.source(), fewer)));
    for (String id : instance.target()) {
      assertFalse(separation(with(instance, t -> t.prompt().id().equals(id) ? pair(t) : t)), id);
    }
    Students students = Students.of(TemperedSoftmax::of);
    assertFalse(
        Specimen.of(new Subject(instance, students)).meets(Requirement.SEPARATION),
        "students of another class");
  }

  /** The prompt without its last verdict, no rewards. */
  private static PromptTable pair(PromptTable table) {
    return PromptTable.of(
        table.prompt(),
        table.states().stream()
            .filter(s -> s.prefix().isEmpty() || s.prefix().get(0) != last(table))
            .map(s -> s.prefix().isEmpty() ? withoutLast(s) : s)
            .toList());
  }

  private static int last(PromptTable table) {
    ImmutableIntArray tokens = table.states().get(0).tokens();
    return tokens.get(tokens.length() - 1);
  }

  private static StateTable withoutLast(StateTable s) {
    int n = s.tokens().length();
    double[] phi = new double[3 * n];
    double[] phiStu = new double[2 * n];
    s.phi(phi);
    s.phiStu(phiStu);
    double[] pre = new double[n - 1];
    Arrays.fill(pre, 1.0 / (n - 1));
    return StateTable.of(
        s.prefix(),
        s.tokens().subArray(0, n - 1),
        Arrays.copyOf(phi, 3 * (n - 1)),
        Arrays.copyOf(phiStu, 2 * (n - 1)),
        pre);
  }

  /** What was computed is kept for the same question and for no other. */
  @Test
  void everyQuestionHasItsOwnAnswer() {
    Specimen specimen = Specimen.of(Asymmetric.SUBJECTS.get("tiny").get());
    double[] w = {0.1, 0.2};
    double[] theta = {0.3};
    assertSame(specimen.minimum(w), specimen.minimum(w.clone()));
    assertNotEquals(specimen.minimum(w).cost(), specimen.minimum(new double[] {0.1, 0.3}).cost());
    var first = specimen.selection(w, theta, 2, 4, 1);
    assertSame(first, specimen.selection(w.clone(), theta.clone(), 2, 4, 1));
    assertNotEquals(first, specimen.selection(new double[] {0.1, 0.3}, theta, 2, 4, 1));
    assertNotEquals(first, specimen.selection(w, new double[] {0.4}, 2, 4, 1));
    assertNotEquals(first, specimen.selection(w, theta, 1, 4, 1));
    assertNotEquals(first, specimen.selection(w, theta, 2, 2, 1));
    assertNotEquals(first, specimen.selection(w, theta, 2, 4, 2));
    assertEquals(specimen.minimum(specimen.truth().parameter()).cost(), specimen.oracle().cost());
  }

  /** A subject that throws has failed, and what it found before is not lost. */
  @Test
  void whatThrowsHasFailed() {
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> {
              findings.isTrue("before", true);
              throw new IllegalStateException("no more");
            },
            Requirement.REWARDS,
            Requirement.SEPARATION);
    Subject subject = new Subject(Crafted.threeRewards());
    Findings found =
        claim.parts().get(0).check().evaluate(Case.random(Specimen.of(subject), subject, 1));
    assertFalse(found.hold());
    assertEquals(2, found.statements());
    assertEquals(
        "threw java.lang.IllegalStateException: no more, last seen at before",
        found.evidence().where());
    assertFalse(claim.appliesTo(Specimen.of(subject)), "it lacks one of two needs");
    assertTrue(claim.appliesTo(Specimen.of(SeparationInstance.of(1, 2, 2, 0.5))));
    assertEquals(
        "there is no claim \"c1\"",
        assertThrows(IllegalArgumentException.class, () -> Claims.named("c1")).getMessage());
  }

  /** What is computed once is kept by its type, for each subject on its own. */
  @Test
  void whatIsComputedOnceIsKept() {
    Subject subject = new Subject(Crafted.threeRewards());
    int[] computed = {0};
    for (int again = 0; again < 3; again++) {
      assertEquals("1", subject.once(String.class, () -> Integer.toString(++computed[0])));
      assertEquals(2, subject.once(Integer.class, () -> ++computed[0]));
    }
    assertEquals(2, computed[0]);
    assertEquals("other", new Subject(Crafted.threeRewards()).once(String.class, () -> "other"));
  }
}

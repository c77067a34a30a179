package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.RandomGenerator;

/** What a property of one's own sees of a lemma: a refutation, or that it was not tested. */
class LemmaRunTest {
  private static final Trial QUICK = new Trial(Crafted.quick(), Place.ANYWHERE, 3);

  /** What fails is shrunk, written, told, and can be seen again by one command. */
  @Example
  void aLieIsThrownWithAllThatIsNeededToSeeItAgain() throws IOException {
    Path directory = Files.createTempDirectory(Path.of("target"), "lemmas");
    UnderTest liar =
        new UnderTest() {
          @Override
          public Subject subject(Instance instance) {
            return Liars.all().stream()
                .filter(l -> l.name().equals("lambda-dropped"))
                .findFirst()
                .orElseThrow()
                .on(instance);
          }

          @Override
          public String options() {
            return "--liar lambda-dropped";
          }

          @Override
          public Path counterexamples() {
            return directory.resolve("new");
          }
        };
    LemmaRun.check("C03", liar, QUICK);
    LemmaRun.check("C03", liar, QUICK);
    AssertionError error =
        assertThrows(AssertionError.class, () -> LemmaRun.check("C16", liar, QUICK));
    Path file = directory.resolve("new").resolve("counterexample-C16.json");
    String message = error.getMessage();
    assertTrue(
        message.startsWith("C16 (eq:ced-cost-bound): 0 ≤ C_w(θ) ≤ 4λBH\nfails: C_w(θ)"), message);
    assertTrue(
        message.endsWith(
            "\nafter 1 tries; to see it again:\n  ccl verify --claims C16 --instances "
                + file
                + " --seed 3 --liar lambda-dropped"),
        message);
    assertEquals("counterexample to C16, from quick", InstanceReader.read(file).header().name());
  }

  /** A lemma about separations, on an instance that is none: eighty tries are enough. */
  @Example
  void aLemmaThatAppliesToNothingWasNotTested() {
    UnderTest library = new UnderTest() {};
    for (int i = 1; i < 80; i++) {
      LemmaRun.check("C36", library, QUICK);
    }
    assertEquals(
        "C36 applies to none of 80 tries",
        assertThrows(AssertionError.class, () -> LemmaRun.check("C36", library, QUICK))
            .getMessage());
  }

  @Example
  void aLemmaThatAppliesOnceWasTested() {
    UnderTest library = new UnderTest() {};
    LemmaRun.slow(
        "C36", library, new Trial(SeparationInstance.of(1, 2, 2, 0.5), Place.ANYWHERE, 3));
    for (int i = 1; i < 80; i++) {
      LemmaRun.check("C36", library, QUICK);
    }
  }

  @Example
  void whatIsNotSaidIsTheLibrary() {
    UnderTest library = new UnderTest() {};
    assertEquals("", library.options());
    assertEquals(Path.of("target", "counterexamples"), library.counterexamples());
    assertEquals(false, library.requiresCoverage());
    assertEquals(Subject.class, library.subject(Crafted.quick()).getClass());
  }

  /** A learner of one's own is opened at the state that it is given, with one thread. */
  @Example
  void aLearnerOfOnesOwnPlaysTheRounds() {
    Learner learner = Ccl.paper().with("updates", "3");
    LearnerLemmas lemmas =
        new LearnerLemmas() {
          @Override
          public Learner learner() {
            return learner;
          }
        };
    Subject subject = lemmas.subject(Crafted.quick());
    LearnerState state = learner.initial(subject.problem(), 5);
    try (Session session = subject.open(state);
        Session expected = learner.open(subject.problem(), state, 1);
        Session other = Ccl.paper().open(subject.problem(), state, 1)) {
      session.advance(4);
      expected.advance(4);
      other.advance(4);
      assertEquals(expected.state(), session.state());
      assertTrue(!other.state().equals(session.state()));
    }
  }

  /** The centre and both ends of the first coordinate are among the members that come first. */
  @Example
  void parametersAreOfTheirSet() {
    ConvexSet set = Ball.of(2, 3);
    Arbitrary<double[]> parameters = LemmaArbitraries.parameters(set);
    List<double[]> edges =
        parameters.edgeCases().suppliers().stream().map(s -> s.get().value()).toList();
    for (double first : new double[] {0, 3, -3}) {
      assertTrue(
          edges.stream().anyMatch(x -> Math.abs(x[0] - first) + Math.abs(x[1]) < 1e-12),
          "none at " + first);
    }
    edges.forEach(x -> assertTrue(set.contains(x)));
    for (int i = 0; i < 20; i++) {
      assertTrue(set.contains(parameters.sample()));
    }
  }

  /** The instances of the edge cases are among them. */
  @Example
  void instancesAreThoseOfTheTrials() {
    Set<Instance> expected =
        Trials.of().edges().stream().map(Trial::instance).collect(Collectors.toSet());
    Set<Instance> found =
        LemmaArbitraries.instances().edgeCases(1000).suppliers().stream()
            .map(s -> s.get().value())
            .collect(Collectors.toSet());
    assertTrue(found.containsAll(expected), found.toString());
    List<Trial> trials =
        LemmaArbitraries.trials(Trials.of()).edgeCases(1000).suppliers().stream()
            .map(s -> s.get().value())
            .toList();
    assertTrue(trials.containsAll(Trials.of().edges()), trials.toString());
    assertTrue(LemmaArbitraries.problems().sample().lambda() > 0);
  }

  /** Every lemma is tried on instances of the kind that its claim speaks of, edge cases first. */
  @Example
  void everyLemmaHasTheTrialsOfItsClaim() throws ReflectiveOperationException {
    UnderTest library = new UnderTest() {};
    Set<String> providers = new TreeSet<>();
    for (Method lemma : PaperLemmasTest.class.getMethods()) {
      if (lemma.isAnnotationPresent(Label.class)) {
        String id = lemma.getAnnotation(Label.class).value().substring(0, 3);
        ForAll given = lemma.getParameters()[0].getAnnotation(ForAll.class);
        providers.add(given.value());
        Arbitrary<?> trials =
            (Arbitrary<?>) UnderTest.class.getMethod(given.value()).invoke(library);
        Arbitrary<Trial> expected = LemmaArbitraries.trials(Trials.of(Claims.named(id)));
        assertEquals(first(expected), first(trials), id);
        assertEquals(
            Claims.named(id).needs().contains(Requirement.SEPARATION),
            given.value().equals("separations"),
            id);
      }
    }
    assertEquals(Set.of("instances", "lowDimensions", "separations", "tinyTargets"), providers);
  }

  private static List<Object> first(Arbitrary<?> trials) {
    Random random = new Random(5);
    RandomGenerator<?> generator = trials.generator(1000);
    List<Object> out = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      out.add(generator.next(random).value());
    }
    return out;
  }

  /** Points that are drawn are not all the same, and each lies where its number says. */
  @Example
  void drawnParametersDiffer() {
    Arbitrary<double[]> parameters = LemmaArbitraries.parameters(Ball.of(2, 3));
    Random random = new Random(5);
    Set<Double> seen = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      seen.add(parameters.generator(1000).next(random).value()[0]);
    }
    assertEquals(20, seen.size());
  }
}

package dev.ccl.theory.liars;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PlainCcl;
import dev.ccl.theory.Subject;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rounds in which two draws that should be independent come from one stream. */
final class StreamLiars {
  private StreamLiars() {}

  static List<Liar> all() {
    return List.of(
        sharing(Purpose.GRADIENT_BATCH, Purpose.VALIDATION_FIRST),
        sharing(Purpose.GRADIENT_BATCH, Purpose.VALIDATION_SECOND),
        sharing(Purpose.VALIDATION_SECOND, Purpose.VALIDATION_FIRST),
        sharing(Purpose.EXPLORATION, Purpose.GRADIENT_BATCH),
        sharing(Purpose.EXPLORATION, Purpose.VALIDATION_FIRST),
        sharing(Purpose.EXPLORATION, Purpose.VALIDATION_SECOND),
        sharing(Purpose.EXPLORATION, Purpose.ACCEPTANCE),
        sharing(Purpose.EXPLORATION, Purpose.SOURCE_INDEX),
        sharing(Purpose.GRADIENT_BATCH, Purpose.ACCEPTANCE),
        sharing(Purpose.GRADIENT_BATCH, Purpose.BRANCH_POSITION),
        sharing(Purpose.BRANCH_POSITION, Purpose.SOURCE_INDEX),
        sharing(Purpose.STUDENT_ALTERNATIVE, Purpose.TEACHER_ROLLOUT),
        sharing(Purpose.BRANCH_CHOICE, Purpose.TEACHER_ROLLOUT),
        sharing(Purpose.BRANCH_CHOICE, Purpose.STUDENT_ALTERNATIVE),
        sharing(Purpose.COMPLETION, Purpose.STUDENT_ALTERNATIVE),
        sharing(Purpose.COMPLETION, Purpose.BRANCH_CHOICE),
        sharing(Purpose.ACCEPTANCE, Purpose.COMPLETION),
        sharing(Purpose.ACCEPTANCE, Purpose.BRANCH_CHOICE),
        sharing(Purpose.ACCEPTANCE, Purpose.SOURCE_INDEX),
        repeating("exploration-repeats", EnumSet.of(Purpose.EXPLORATION)),
        repeating("acceptance-repeats", EnumSet.of(Purpose.ACCEPTANCE)),
        repeating("rounds-repeat", EnumSet.allOf(Purpose.class)),
        Liar.sampler(
            "batch-of-copies",
            "one rollout stands for the whole gradient batch",
            BatchOfCopies::new));
  }

  private static Liar sharing(Purpose draw, Purpose with) {
    boolean source = draw.compareTo(Purpose.ACCEPTANCE) <= 0;
    return Liar.round(
        name(draw) + "-shares-" + name(with),
        "the stream of " + draw + " is that of " + with,
        source ? Liar.Part.SOURCE_STREAM : Liar.Part.STUDENT_STREAM,
        model -> new Sharing(model, draw, with));
  }

  private static Liar repeating(String name, Set<Purpose> draws) {
    return Liar.round(
        name,
        (draws.size() == 1 ? "the stream of " + draws.iterator().next() + " is" : "all streams are")
            + " the same in all rounds",
        Liar.Part.STUDENT_STREAM,
        model -> new Repeating(model, draws));
  }

  private static String name(Purpose purpose) {
    return purpose.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static final class Sharing extends PlainCcl {
    private final Purpose draw;
    private final Purpose with;

    Sharing(Naive model, Purpose draw, Purpose with) {
      super(model);
      this.draw = draw;
      this.with = with;
    }

    @Override
    protected RandomStream open(RandomStreams streams, Purpose purpose, long t) {
      return super.open(streams, purpose == draw ? with : purpose, t);
    }
  }

  private static final class Repeating extends PlainCcl {
    private final Set<Purpose> draws;

    Repeating(Naive model, Set<Purpose> draws) {
      super(model);
      this.draws = draws;
    }

    @Override
    protected RandomStream open(RandomStreams streams, Purpose purpose, long t) {
      return super.open(streams, purpose, draws.contains(purpose) ? 0 : t);
    }
  }

  private static final class BatchOfCopies extends Subject {
    BatchOfCopies(Instance instance) {
      super(instance);
    }

    @Override
    public double[] estimate(double[] w, double[] theta, long batch, long seed) {
      return super.estimate(w, theta, 1, seed);
    }
  }
}

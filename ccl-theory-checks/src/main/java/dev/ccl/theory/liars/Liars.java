package dev.ccl.theory.liars;

import com.google.common.collect.ImmutableList;

/** All liars. */
public final class Liars {
  private static final ImmutableList<Liar> ALL =
      ImmutableList.<Liar>builder()
          .addAll(ModelLiars.all())
          .addAll(CostLiars.all())
          .addAll(SourceLiars.all())
          .addAll(StudentLiars.all())
          .addAll(StreamLiars.all())
          .addAll(MatchingLiars.all())
          .addAll(RunLiars.all())
          .build();

  private Liars() {}

  /** {@return all liars} */
  public static ImmutableList<Liar> all() {
    return ALL;
  }
}

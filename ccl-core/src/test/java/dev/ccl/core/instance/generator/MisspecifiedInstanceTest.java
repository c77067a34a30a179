package dev.ccl.core.instance.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MisspecifiedInstanceTest {
  @ParameterizedTest
  @EnumSource
  void noCalibrationIsRight(MisspecifiedInstance kind) {
    KlProjection projection = KlProjection.of(GroundTruth.of(kind.of(3)));
    assertTrue(
        projection.targetResidual() > 0.01, kind + ": " + projection.targetResidual() + " nats");
  }

  @ParameterizedTest
  @EnumSource
  void theSameNumberGivesTheSameInstance(MisspecifiedInstance kind) {
    assertEquals(kind.of(3).digest(), kind.of(3).digest());
    assertNotEquals(kind.of(3).digest(), kind.of(4).digest());
  }

  private static long first(List<String> ids) {
    return ids.stream().filter(id -> Prompt.of(id).kind().equals("one")).count();
  }

  @Test
  void kindsHaveOtherSharesInSourceAndTarget() {
    Instance mixed = MisspecifiedInstance.KINDS_OPPOSED.of(1);
    assertEquals(24, first(mixed.source()));
    assertEquals(6, first(mixed.target()));
    Instance apart = MisspecifiedInstance.NEW_KIND.of(1);
    assertEquals(30, first(apart.source()));
    assertEquals(0, first(apart.target()));
    assertEquals(0, first(MisspecifiedInstance.UNNAMED_KINDS_OPPOSED.of(1).source()));
  }

  @Test
  void aPromptSaysItsKindBeforeTheFirstSlash() {
    assertEquals("one", Prompt.of("one/x1").kind());
    assertEquals("one", Prompt.of("one/two/x1").kind());
    assertEquals("", Prompt.of("x1").kind());
    assertEquals("", Prompt.of("/x1").kind());
  }
}

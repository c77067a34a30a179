package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What becomes of the parcels of a job that was given up, without a cluster. */
class ErrandTest {
  private final List<String> told = new ArrayList<>();
  private final Errand.Desk<String, String> desk =
      new Errand.Desk<>() {
        @Override
        public void lay(String result) {
          throw new AssertionError(result);
        }

        @Override
        public void lost(String piece, String reason) {
          told.add(piece + ": " + reason);
        }

        @Override
        public void fail(String line) {
          throw new AssertionError(line);
        }
      };

  /** Parcels of two letters each, in their order. */
  private static List<Parcel<String>> pairs(String letters) {
    List<Parcel.Load<String>> loads =
        letters.chars().mapToObj(c -> new Parcel.Load<>(Character.toString(c), 1)).toList();
    return Parcel.pack(loads, 1, Double.MAX_VALUE, 2);
  }

  /** The jobs that follow, each with its parcels, each with its pieces. */
  private List<List<List<String>>> after(
      List<Parcel<String>> parcels, ImmutableSet<Integer> suspects, boolean... done) {
    Queue<List<Parcel<String>>> again = new ArrayDeque<>();
    Errand.sort(parcels, done, suspects, "why", desk, again);
    return again.stream().map(job -> job.stream().map(Parcel::pieces).toList()).toList();
  }

  @Test
  void innocentParcelsGoOutTogetherAndEachPieceOfOthersAlone() {
    assertEquals(
        List.of(
            List.of(List.of("e", "f"), List.of("i")), List.of(List.of("c")), List.of(List.of("d"))),
        after(pairs("abcdefghi"), ImmutableSet.of(0, 1), true, false, false, true, false));
    assertEquals(List.of(), told);
  }

  @Test
  void whatIsSuspectBesidesOthersThatAreDoneIsTriedAlone() {
    assertEquals(
        List.of(List.of(List.of("c"))),
        after(pairs("abc"), ImmutableSet.of(1), true, false),
        "and no job is empty");
    assertEquals(List.of(), told);
  }

  @Test
  void onlyWhatWasAloneIsLost() {
    assertEquals(
        List.of(List.of(List.of("a")), List.of(List.of("b"))),
        after(pairs("ab"), ImmutableSet.of(0), false));
    assertEquals(List.of(), told);
    assertEquals(List.of(), after(pairs("a"), ImmutableSet.of(0), false));
    assertEquals(List.of("a: why"), told);
    assertEquals(List.of(List.of(List.of("a"))), after(pairs("a"), ImmutableSet.of(), false));
    assertEquals(
        List.of(List.of(List.of("c")), List.of(List.of("a")), List.of(List.of("b"))),
        after(pairs("abc"), ImmutableSet.of(0), false, false));
    assertEquals(List.of(), after(pairs("abc"), ImmutableSet.of(0, 1), true, true));
    assertEquals(1, told.size());
  }

  /** Doubles words; some of them it cannot bear. */
  private static final class Doubling extends Errand.Task<String, String> {
    private static final long serialVersionUID = 1;

    @Override
    String attempt(String piece) throws IOException {
      switch (piece) {
        case "i" -> throw new IOException("no disk");
        case "r" -> throw new UncheckedIOException(new IOException("no file"));
        case "s" -> throw new StackOverflowError();
        case "o" -> throw new OutOfMemoryError("Java heap space");
        case "l" -> throw new NoClassDefFoundError("dev/ccl/Missing");
        case "v" -> throw new InternalError("the worker is broken");
        default -> {
          return piece + piece;
        }
      }
    }

    @Override
    String failed(String piece, String reason) {
      return piece + ": " + reason;
    }
  }

  @Test
  void aTaskDoesAllPiecesInTheirOrder() {
    assertEquals(
        List.of("aa", "bb", "cc"),
        new Doubling().apply(CollectionConverters.asScala(pairs("abc").iterator())));
  }

  /** What would fail everywhere is told, and the other pieces are done. */
  @Test
  void aPieceThatFailsStopsNoOther() {
    TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
    try {
      Doubling task = new Doubling();
      List<String> results = task.apply(CollectionConverters.asScala(pairs("airsolb").iterator()));
      List<Throwable> thrown =
          List.of(
              new IOException("no disk"),
              new UncheckedIOException(new IOException("no file")),
              new StackOverflowError(),
              new OutOfMemoryError("Java heap space"),
              new NoClassDefFoundError("dev/ccl/Missing"));
      List<String> expected = new ArrayList<>(List.of("aa"));
      for (int i = 0; i < thrown.size(); i++) {
        expected.add("irsol".charAt(i) + ": " + Reasons.of(thrown.get(i)));
      }
      expected.add("bb");
      assertEquals(expected, results);
      assertThrows(InternalError.class, () -> task.piece("v"), "another worker may be whole");
      TaskContext.get().markInterrupted("enough");
      for (String piece : List.of("i", "r", "s", "o", "l")) {
        assertEquals(
            "stopped",
            assertThrows(IllegalStateException.class, () -> task.piece(piece)).getMessage());
      }
    } finally {
      TaskContext$.MODULE$.unset();
    }
  }
}

package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
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

  @Test
  void aTaskDoesAllPiecesInTheirOrder() {
    Errand.Task<String, String> task =
        new Errand.Task<>() {
          private static final long serialVersionUID = 1;

          @Override
          String piece(String piece) {
            return piece + piece;
          }
        };
    assertEquals(
        List.of("aa", "bb", "cc"),
        task.apply(CollectionConverters.asScala(pairs("abc").iterator())));
  }
}

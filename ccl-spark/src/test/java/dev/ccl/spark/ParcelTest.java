package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParcelTest {
  @Test
  void shortPiecesArePackedAndLongOnesComeFirst() {
    List<Parcel.Load<Integer>> loads = loads(100, 0.1);
    loads.add(30, new Parcel.Load<>(100, 60));
    loads.add(70, new Parcel.Load<>(101, 61));
    List<Parcel<Integer>> parcels = Parcel.pack(loads, 6, 5, 1000);
    assertEquals(List.of(1, 1, 50, 50), sizes(parcels));
    List<Integer> expected = new ArrayList<>(List.of(101, 100));
    IntStream.range(0, 100).forEach(expected::add);
    assertEquals(expected, parcels.stream().flatMap(each -> each.pieces().stream()).toList());
  }

  @Test
  void everyCoreHasSomethingToDo() {
    assertEquals(9, Parcel.pack(loads(9, 0.1), 12, 5, 1000).size());
    assertEquals(List.of(3, 3, 3), sizes(Parcel.pack(loads(9, 1e-9), 3, 5, 1000)));
    // Three tenths added up are a bit more than a third of nine.
    assertEquals(List.of(3, 3, 3), sizes(Parcel.pack(loads(9, 0.1), 3, 5, 1000)));
  }

  @Test
  void aLostWorkerHasDoneFewPiecesInVain() {
    assertEquals(List.of(4, 4, 1), sizes(Parcel.pack(loads(9, 1e-9), 1, 5, 4)));
    assertEquals(Collections.emptyList(), Parcel.pack(loads(0, 1), 3, 5, 4));
  }

  /** Equal weights keep their order; a parcel is full at its weight or at its number of pieces. */
  @Test
  void aParcelIsFullAtItsWeightOrItsNumber() {
    List<Parcel.Load<Integer>> loads = new ArrayList<>();
    double[] weights = {2, 1, 3, 2, 1, 4, 1};
    for (int i = 0; i < weights.length; i++) {
      loads.add(new Parcel.Load<>(i, weights[i]));
    }
    assertEquals(
        List.of(List.of(5), List.of(2), List.of(0, 3), List.of(1, 4, 6)), pieces(loads, 4));
    assertEquals(
        List.of(List.of(5), List.of(2, 0), List.of(3, 1, 4), List.of(6)), pieces(loads, 5));
    assertEquals(List.of(List.of(5, 2), List.of(0, 3, 1), List.of(4, 6)), pieces(loads, 7));
    assertEquals(List.of(List.of(5)), pieces(loads.subList(5, 6), 1), "heavier than any parcel");
  }

  private static List<List<Integer>> pieces(List<Parcel.Load<Integer>> loads, double weight) {
    return Parcel.pack(loads, 1, weight, 3).stream().map(Parcel::pieces).toList();
  }

  @Test
  void noTasksAndNoPiecesAreRefused() {
    assertEquals(1, Parcel.pack(loads(1, 1), 1, 5, 1).size());
    for (int[] wrong : new int[][] {{0, 1}, {1, 0}, {-1, 3}}) {
      assertEquals(
          wrong[0] + " tasks of " + wrong[1] + " pieces",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> Parcel.pack(loads(3, 1), wrong[0], 5, wrong[1]))
              .getMessage());
    }
  }

  private static List<Parcel.Load<Integer>> loads(int count, double weight) {
    List<Parcel.Load<Integer>> loads = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> loads.add(new Parcel.Load<>(i, weight)));
    return loads;
  }

  private static List<Integer> sizes(List<Parcel<Integer>> parcels) {
    return parcels.stream().map(parcel -> parcel.pieces().size()).toList();
  }
}

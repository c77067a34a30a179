package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  private static List<Parcel.Load<Integer>> loads(int count, double weight) {
    List<Parcel.Load<Integer>> loads = new ArrayList<>();
    IntStream.range(0, count).forEach(i -> loads.add(new Parcel.Load<>(i, weight)));
    return loads;
  }

  private static List<Integer> sizes(List<Parcel<Integer>> parcels) {
    return parcels.stream().map(parcel -> parcel.pieces().size()).toList();
  }
}

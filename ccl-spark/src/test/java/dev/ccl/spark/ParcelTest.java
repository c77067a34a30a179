package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ParcelTest {
  @Test
  void shortReplicatesArePackedAndLongOnesComeFirst() {
    List<Long> hundred = LongStream.range(0, 100).boxed().toList();
    List<Parcel> parcels =
        Parcel.pack(
            List.of(new Parcel.Load(0, hundred, 0.1), new Parcel.Load(1, List.of(7L, 8L), 60)),
            2,
            5);
    assertEquals(List.of(1, 1, 0, 0), parcels.stream().map(Parcel::cell).toList());
    assertEquals(List.of(1, 1, 50, 50), parcels.stream().map(p -> p.seeds().size()).toList());
    assertEquals(
        hundred, parcels.stream().skip(2).flatMap(parcel -> parcel.seeds().stream()).toList());
  }

  @Test
  void everyCoreHasSomethingToDo() {
    List<Long> nine = LongStream.range(0, 9).boxed().toList();
    assertEquals(9, Parcel.pack(List.of(new Parcel.Load(0, nine, 0.1)), 4, 5).size());
    assertEquals(3, Parcel.pack(List.of(new Parcel.Load(0, nine, 1e-9)), 1, 5).size());
  }
}

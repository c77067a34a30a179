package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pieces of work of one task: as many short ones as make it worth its overhead.
 *
 * @param <T> a piece of work
 */
final class Parcel<T extends Serializable> implements Serializable {
  private static final long serialVersionUID = 1;
  private static final double ROUNDING = 1 + 1e-9;

  private final ArrayList<T> pieces;

  private Parcel(List<T> pieces) {
    this.pieces = new ArrayList<>(pieces);
  }

  static <T extends Serializable> Parcel<T> of(T piece) {
    return new Parcel<>(List.of(piece));
  }

  List<T> pieces() {
    return pieces;
  }

  /**
   * A piece of work, still to be packed.
   *
   * @param piece what there is to do
   * @param weight how long it takes, in any unit
   * @param <T> a piece of work
   */
  record Load<T extends Serializable>(T piece, double weight) {}

  /**
   * Packs pieces into tasks, the heavy ones first, so that the last tasks are short.
   *
   * @param loads the pieces
   * @param least how many tasks there should be, if there are as many pieces, for all cores to end
   *     at about the same time
   * @param weight how heavy a task may be made by packing pieces together
   * @param pieces how many pieces may be packed together: what a lost worker may have done in vain
   */
  static <T extends Serializable> List<Parcel<T>> pack(
      List<Load<T>> loads, int least, double weight, int pieces) {
    checkArgument(least >= 1 && pieces >= 1, "%s tasks of %s pieces", least, pieces);
    double all = loads.stream().mapToDouble(Load::weight).sum();
    double most = ROUNDING * Math.min(weight, all / least);
    List<Load<T>> heaviestFirst = new ArrayList<>(loads);
    heaviestFirst.sort(Comparator.comparingDouble((Load<T> load) -> load.weight()).reversed());
    List<Parcel<T>> parcels = new ArrayList<>();
    List<T> open = new ArrayList<>();
    double sum = 0;
    for (Load<T> load : heaviestFirst) {
      if (!open.isEmpty() && (sum + load.weight() > most || open.size() == pieces)) {
        parcels.add(new Parcel<>(open));
        open.clear();
        sum = 0;
      }
      open.add(load.piece());
      sum += load.weight();
    }
    if (!open.isEmpty()) {
      parcels.add(new Parcel<>(open));
    }
    return parcels;
  }
}

package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The replicates of one task: as many of one cell as make a task worth its overhead. */
final class Parcel implements Serializable {
  private static final long serialVersionUID = 1;

  private final int cell;
  private final ArrayList<Long> seeds;

  private Parcel(int cell, List<Long> seeds) {
    this.cell = cell;
    this.seeds = new ArrayList<>(seeds);
  }

  int cell() {
    return cell;
  }

  List<Long> seeds() {
    return seeds;
  }

  /** Each of the replicates by itself. */
  List<Parcel> apart() {
    return seeds.stream().map(seed -> new Parcel(cell, List.of(seed))).toList();
  }

  /**
   * What is left of a cell.
   *
   * @param cell its number
   * @param seeds the seeds to run
   * @param seconds how long one of them takes, about
   */
  record Load(int cell, List<Long> seeds, double seconds) {}

  /**
   * Packs what is left into tasks, the long ones first, so that the last ones are short.
   *
   * @param loads what is left of each cell
   * @param cores how many tasks run at a time
   * @param seconds how long a task may be made to last by packing replicates together
   */
  static List<Parcel> pack(List<Load> loads, int cores, double seconds) {
    checkArgument(cores >= 1, "cores: %s is not at least 1", cores);
    double all = loads.stream().mapToDouble(load -> load.seconds() * load.seeds().size()).sum();
    // Three tasks per core or more, so that cores end at about the same time.
    double most = Math.min(seconds, all / (3.0 * cores));
    List<Load> longestFirst = new ArrayList<>(loads);
    longestFirst.sort(Comparator.comparingDouble(Load::seconds).reversed());
    List<Parcel> parcels = new ArrayList<>();
    for (Load load : longestFirst) {
      int size = (int) Math.max(1, Math.min(load.seeds().size(), most / load.seconds()));
      for (int i = 0; i < load.seeds().size(); i += size) {
        int end = Math.min(load.seeds().size(), i + size);
        parcels.add(new Parcel(load.cell(), load.seeds().subList(i, end)));
      }
    }
    return parcels;
  }
}

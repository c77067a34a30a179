package dev.ccl.spark;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.Replicate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What can go wrong while a replicate is kept. */
final class Taps {
  private Taps() {}

  static ReplicateTask.Tap named(String name, Path directory) {
    return switch (name) {
      case "halting" -> new Halting(directory + ".mark");
      case "full" -> new Full();
      case "deadly" -> new Deadly();
      case "broken" -> new Broken();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The first worker that has kept a checkpoint in the middle dies of it, without a word. */
  private record Halting(String mark) implements ReplicateTask.Tap {
    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          super.keep(replicate);
          if (replicate.state().round() > 0 && isFirst()) {
            Runtime.getRuntime().halt(137);
          }
        }
      };
    }

    private boolean isFirst() {
      try {
        Files.createFile(Path.of(mark));
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Every worker that takes seed 2 dies. */
  private record Deadly() implements ReplicateTask.Tap {
    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          if (replicate.seed() == 2) {
            Runtime.getRuntime().halt(137);
          }
          super.keep(replicate);
        }
      };
    }
  }

  /** Seed 2 ends its task, though not the worker. */
  private record Broken() implements ReplicateTask.Tap {
    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          if (replicate.seed() == 2) {
            throw new AssertionError("broken");
          }
          super.keep(replicate);
        }
      };
    }
  }

  /** There is no room for seed 2. */
  private record Full() implements ReplicateTask.Tap {
    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          if (replicate.seed() == 2) {
            throw new UncheckedIOException(new IOException("No space left on device"));
          }
          super.keep(replicate);
        }
      };
    }
  }

  /** Hands all on; what goes wrong is written over it. */
  static class Tapped implements Journal {
    private final Journal journal;

    Tapped(Journal journal) {
      this.journal = journal;
    }

    @Override
    public Cadence cadence() {
      return journal.cadence();
    }

    @Override
    public Optional<Replicate> find(long seed) {
      return journal.find(seed);
    }

    @Override
    public void keep(Replicate replicate) {
      journal.keep(replicate);
    }
  }
}

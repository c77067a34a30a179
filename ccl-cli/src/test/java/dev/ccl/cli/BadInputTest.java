package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with what was typed: one line, exit code 2, and no file is touched. */
class BadInputTest {
  @TempDir private static Path directory;

  /** Names behind an @ are in the directory of this test. */
  private static final String LINES =
      """
        evaluate
        inspect
        run
        sweep
        report
        verify --bogus
        bench --bogus
        instance bogus
        instance separation --bogus
        reproduce --bogus
        inspect @missing.json
        inspect @dir.json
        inspect @empty.json
        inspect @binary.json
        inspect @deep.json
        inspect @null.json
        inspect @array.json
        inspect @str.json
        inspect @good.json extra
        inspect @good.json --budget 1
        inspect @good.json --budget -1
        evaluate @good.json --w [1,2] --theta [1,2,3]
        evaluate @good.json --w [1] --theta [1]
        evaluate @good.json --w x --theta [1]
        evaluate @good.json --w [NaN,0] --theta [1]
        evaluate @dir.json --w [1] --theta [1]
        plan @good.json --epsilon 1 --budget 1
        run @missing.json --rounds 10 --out @o1
        run @dir.json --rounds 10 --out @o1
        run @empty.json --rounds 10 --out @o1
        run @binary.json --rounds 10 --out @o1
        run @good.json --rounds 0 --out @o1
        run @good.json --rounds x --out @o1
        run @good.json --rounds 1e400 --out @o1
        run @good.json --rounds 10 --out @afile
        run @good.json --rounds 10 --out @afile/sub
        run @good.json --rounds 10 --out @full
        run @good.json --rounds 10 --out @full --resume
        run @good.json --rounds 10 --out @o1 --seeds 0
        run @good.json --rounds 10 --out @o1 --seeds -3
        run @good.json --rounds 10 --out @o1 --threads 0
        run @good.json --rounds 10 --out @o1 --learner foo
        run @good.json --rounds 10 --out @o1 --preset foo
        run @good.json --rounds 10 --out @o1 --set foo=1
        run @good.json --rounds 10 --out @o1 --set calibration=foo
        run @good.json --rounds 10 --out @o1 --set calibration
        run @good.json --rounds 10 --out @o1 --sampler foo
        run @good.json --rounds 10 --out @o1 --set updates=1 --set updates=2
        run @good.json --rounds 10 --out @o1 --learner practical --preset paper
        run @good.json --rounds 10 --out @o1 --record 20
        run @good.json --rounds 10 --out @o1 --checkpoint-every 0
        run @good.json --rounds 10 --seed 99999999999999999999 --out @o1
        sweep @missing.yaml
        sweep @dir.json
        sweep @empty.yaml
        sweep @broken.yaml
        sweep @binary.yaml
        sweep @part.yaml
        sweep @nofile.yaml
        sweep @nolearner.yaml
        sweep @norounds.yaml
        sweep @nofile.yaml --threads 0
        sweep @good.json
        report @missing
        report @afile
        report @full
        report @fakerun
        report @fakerun2
        report @fakerun --instance @missing.json
        reproduce --quick --out @afile
        reproduce --quick --out @afile/sub
        reproduce --quick --out @full
        reproduce --quick --threads -1
        reproduce --quick --seed x
        verify --claims C99
        verify --instances @missing.json
        verify --instances bogus
        verify --instances @empty.json
        verify --instances @dir.json
        verify --liar nobody
        verify --threads 0
        verify --seed x
        bench --seconds 0
        bench --seconds x
        bench --seconds NaN
        instance separation -d 0
        instance separation -d 1 -D 0
        instance separation -d 5000
        instance separation -d 4 -D 100000000
        instance separation -d 4 --budget 10
        instance random --seed 1 --horizon 20 --letters 9
        instance random --seed 1 -D 2000000000
        instance separation --lambda 0
        instance separation --lambda NaN
        instance separation --alpha 1
        instance separation -d 1 --out @dir.json
        instance separation -d 1 --out @afile/x.json
        instance separation -d 1 --out @nodir/x.json
        instance random
        instance random --seed 1 --geometry foo
        instance random --seed 1 --horizon 0
        instance random --seed 1 --horizon 1000
        instance random --seed 1 --letters 100000
        instance broken
        instance broken foo
        instance demo extra
      """;

  static Stream<String> lines() {
    return LINES.lines().map(String::strip);
  }

  @BeforeAll
  static void makeFiles() throws IOException {
    assertEquals(
        0, Outcome.of("instance", "separation", "-d", "1", "--out", at("good.json")).code());
    for (String name : List.of("dir.json", "full", "fakerun", "fakerun2")) {
      Files.createDirectories(directory.resolve(name));
    }
    byte[] binary = new byte[5000];
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) (i * i + 200);
    }
    Files.write(directory.resolve("binary.json"), binary);
    Files.write(directory.resolve("binary.yaml"), binary);
    write("empty.json", "");
    write("deep.json", "[".repeat(200_000));
    write("null.json", "null");
    write("array.json", "[1, 2]");
    write("str.json", "\"x\"");
    write("afile", "hello");
    write("full/x", "x");
    write("fakerun/run.json", "{}");
    write("fakerun2/run.json", "garbage");
    write("empty.yaml", "");
    write("broken.yaml", ": : [");
    write("part.yaml", "instances: [good.json]");
    write("nofile.yaml", "instances: [nope.json]\nlearners: [ccl]\nrounds: 10\n");
    write("nolearner.yaml", "instances: [good.json]\nlearners: [cc]\nrounds: 10\n");
    write("norounds.yaml", "instances: [good.json]\nlearners: [ccl]\nrounds: ten\n");
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static String at(String name) {
    return directory.resolve(name).toString();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void isOneLineAndLeavesNothing(String line) {
    ImmutableSortedSet<String> before = files();
    String[] args =
        Splitter.on(' ')
            .splitToStream(line)
            .map(word -> word.startsWith("@") ? at(word.substring(1)) : word)
            .toArray(String[]::new);
    Outcome outcome = Outcome.of(args);
    outcome.assertOneLine();
    assertEquals(Failures.BAD_INPUT, outcome.code(), outcome.err());
    assertEquals("", outcome.out());
    assertEquals(before, files());
  }

  private static ImmutableSortedSet<String> files() {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.map(Path::toString)
          .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

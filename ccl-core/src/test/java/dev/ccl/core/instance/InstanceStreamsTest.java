package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What happens to streams that others own, and what bytes say wherever they are written. */
class InstanceStreamsTest {
  private static final Instance BASE = BaseDocument.read(BaseDocument.TEXT);

  private static final List<BaseDocument.Writing> FORMS =
      List.of(
          out -> InstanceWriter.write(BASE, out),
          out -> InstanceWriter.write(BASE, new OutputStreamWriter(out, StandardCharsets.UTF_8)),
          out -> InstanceWriter.writeCompact(BASE, out));

  /** All bytes have left a buffer on the way, and the stream takes more. */
  @Test
  void streamsAreFlushedAndNotClosed() throws IOException {
    for (BaseDocument.Writing form : FORMS) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int[] closed = new int[1];
      OutputStream buffer = new BufferedOutputStream(bytes, 1 << 20);
      form.to(
          new FilterOutputStream(buffer) {
            @Override
            public void close() {
              closed[0]++;
            }
          });
      assertEquals(0, closed[0]);
      assertEquals(BASE, BaseDocument.read(bytes.toByteArray()));
    }
  }

  /** A stream is read to its end and left open: standard input belongs to somebody else. */
  @Test
  void streamsAreReadToTheirEndAndNotClosed() throws IOException {
    byte[] text = BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8);
    for (byte[] bytes : List.of(text, BaseDocument.gzip(text), BaseDocument.compact(BASE))) {
      int[] closed = new int[1];
      InputStream in =
          new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public void close() {
              closed[0]++;
            }
          };
      assertEquals(BASE, InstanceReader.read("stream", in));
      assertEquals(0, closed[0]);
      assertEquals(-1, in.read());
    }
  }

  /** Digits are those of ASCII and letters lose no dot, whatever is spoken where one writes. */
  @Test
  void noByteDependsOnTheLanguage() throws IOException {
    byte[] text = BaseDocument.json(BASE);
    byte[] small = BaseDocument.compact(BASE);
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("ar-EG", "tr-TR", "de-DE", "hi-IN-u-nu-deva")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertArrayEquals(text, BaseDocument.json(BASE), language);
        assertArrayEquals(small, BaseDocument.compact(BASE), language);
        assertEquals(
            "f: two\\u000alines, 12",
            InstanceFormatException.of("f", "", "two\nlines, " + 12).getMessage());
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Instance named(String name, Vocabulary vocabulary, List<PromptTable> prompts) {
    Instance.Header h = BASE.header();
    List<String> ids = prompts.stream().map(p -> p.prompt().id()).toList();
    return Instance.of(
        new Instance.Header(
            name,
            h.lambda(),
            h.bound(),
            h.horizon(),
            vocabulary,
            h.feasibility(),
            h.calibrationSet(),
            h.teacher(),
            h.initial()),
        prompts,
        ids,
        ids);
  }

  /** Names, texts and words with marks, line feeds and letters of two and four bytes. */
  @Test
  void everyTextSurvivesInBothForms() throws IOException {
    String pairs = "\ude00 \ud83d\ude00\ude00 \ud83d\ud83d\ude00 \ud83d"; // and halves alone
    String odd = pairs + "\"é\" \\ \t\n\r\u0000\u001f\u007f \u2028 ß " + pairs;
    PromptTable x = BASE.prompts().get("x1");
    Vocabulary words =
        Vocabulary.of(List.of("a" + odd, "e" + odd, "n" + odd), "e" + odd, "n" + odd);
    Instance instance =
        named(
            odd,
            words,
            List.of(
                PromptTable.of(new Prompt(odd, "text of " + odd), x.states(), x.rewards()),
                PromptTable.of(Prompt.of("é"), x.states(), x.rewards())));
    assertEquals(instance, BaseDocument.read(BaseDocument.compact(instance)));
    assertEquals(instance, BaseDocument.read(BaseDocument.json(instance)));
  }

  /** The numbers of words that the file uses have three bytes, and the same vocabulary others. */
  @Test
  void vocabulariesMayBeLarge() throws IOException {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      tokens.add("t" + i);
    }
    Vocabulary words = Vocabulary.of(tokens, "t69998", "t65537");
    InstanceBuilder builder =
        InstanceBuilder.of("large", words, 2)
            .calibration(new double[] {0.5}, (x, prefix, token) -> new double[] {0.5})
            .student(new double[] {0}, (x, prefix, token) -> new double[] {0.25})
            .legal((x, prefix) -> List.of("t69999", "t255", "t65536", "t256"))
            .prompts(List.of("p"), List.of("p"))
            .verifier((x, answer) -> answer.equals(List.of("t65536", "t69999")) ? 1 : 0);
    Instance large = builder.build();
    assertEquals(large, BaseDocument.read(BaseDocument.compact(large)));
    assertTrue(BaseDocument.compact(large).length < BaseDocument.json(large).length);
  }

  /** A prefix of three hundred tokens: counts need two bytes. */
  @Test
  void prefixesMayBeLong() throws IOException {
    Vocabulary words = Vocabulary.of(List.of("a", "E", "_"), "E", "_");
    Instance instance =
        InstanceBuilder.of("long", words, 301)
            .calibration(new double[] {0.5}, (x, prefix, token) -> new double[] {0.5})
            .student(new double[] {0}, (x, prefix, token) -> new double[] {0.25})
            .legal((x, prefix) -> prefix.size() == 300 ? List.of("E", "_", "a") : List.of("a"))
            .prompts(List.of("p"), List.of("p"))
            .verifier((x, answer) -> 0.25 * words.id(answer.get(300)))
            .build();
    assertEquals(instance, BaseDocument.read(BaseDocument.compact(instance)));
    List<Double> rewards = List.copyOf(instance.prompts().get("p").rewards().values());
    assertEquals(List.of(0.25, 0.5, 0.0), rewards);
  }

  /** Packing and unpacking by any pieces: single bytes, all 256 of them, and parts of arrays. */
  @Test
  void bytesArePackedByAnyPieces() throws IOException {
    byte[] all = new byte[256 + 200_000];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i * 31 + i / 256);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packing = new CompactWriter.Packing(out)) {
      packing.write(all[0]);
      packing.write(all, 1, 255);
      packing.write(all, 256, 200_000);
    }
    byte[] packed = out.toByteArray();
    InputStream in = InstanceBytes.unpack("pieces", new ByteArrayInputStream(packed));
    for (int i = 0; i < 256; i++) {
      assertEquals(all[i] & 0xff, in.read());
    }
    byte[] rest = new byte[200_002];
    assertEquals(200_000, in.readNBytes(rest, 1, 200_001));
    for (int i = 0; i < 200_000; i++) {
      assertEquals(all[256 + i], rest[i + 1]);
    }
    assertEquals(-1, in.read());
    assertEquals(Collections.nCopies(2, (byte) 0), List.of(rest[0], rest[200_001]));
  }
}

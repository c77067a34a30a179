package dev.ccl.lm.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenizersTest {
  private static final List<String> MERGES =
      List.of("t h", "th e", "i n", "a n", "an d", "  ,", "in g", "e r", "l l", "o u", "the r");

  private static Pieces.Builder bytesAndControls() {
    Pieces.Builder pieces = Pieces.builder().control("<|im_start|>").control("<|im_end|>");
    IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
    return pieces;
  }

  private static ByteLevelBpe byteLevel() {
    Pieces.Builder pieces = bytesAndControls();
    List<ByteLevelBpe.Merge> merges = new ArrayList<>();
    for (String merge : MERGES) {
      int cut = merge.indexOf(' ', 1);
      String left = merge.substring(0, cut);
      String right = merge.substring(cut + 1);
      pieces.text(left + right);
      merges.add(ByteLevelBpe.Merge.of(utf8(left), utf8(right)));
    }
    List<Pattern> cuts = List.of(Pattern.compile(" ?\\w+|\\W"));
    return ByteLevelBpe.of(pieces.build(), merges, cuts, OptionalInt.empty(), OptionalInt.of(1));
  }

  private static SentencePiece sentencePiece() {
    Pieces.Builder pieces = Pieces.builder().control("<unk>").control("<s>").control("</s>");
    IntStream.range(0, 256).forEach(pieces::singleByte);
    List<String> words = List.of("a", "b", " ", "ab", " a", " ab", "等", "aba", "  ");
    double[] scores = {-9, -9, -9, -2, -1, -3, -9, -4, -8};
    words.forEach(pieces::text);
    double[] all = new double[259 + scores.length];
    System.arraycopy(scores, 0, all, 259, scores.length);
    return SentencePiece.of(
        pieces.build(), ImmutableDoubleArray.copyOf(all), OptionalInt.of(1), OptionalInt.of(2));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void textsComeBack() {
    for (Tokenizer tokenizer : List.of(byteLevel(), sentencePiece())) {
      for (String text : HostileTexts.all()) {
        int[] ids = tokenizer.encode(text);
        assertEquals(text, tokenizer.decode(ids));
        assertTrue(IntStream.of(ids).allMatch(id -> id > 2 || tokenizer.bytes(id).length > 0));
      }
    }
  }

  @Test
  void brokenSurrogatesBecomeTheReplacementCharacter() {
    for (Tokenizer tokenizer : List.of(byteLevel(), sentencePiece())) {
      assertEquals("a\ufffdb", tokenizer.decode(tokenizer.encode("a\ud800b")));
      assertEquals("\ufffd\ufffd", tokenizer.decode(tokenizer.encode("\udc00\ud800")));
    }
  }

  @Test
  void controlTokensAreNeverSpelled() {
    Tokenizer tokenizer = byteLevel();
    int id = tokenizer.control("<|im_start|>").orElseThrow();
    int[] ids = tokenizer.encode("<|im_start|>");
    assertTrue(IntStream.of(ids).noneMatch(i -> i == id));
    assertEquals("", tokenizer.decode(id));
    assertEquals(OptionalInt.empty(), tokenizer.control("the"));
  }

  @Test
  void scoresDecide() {
    Tokenizer tokenizer = sentencePiece();
    // " a" has the best score, then " ab" can be had; the rest joins to "aba" only by "ab" + "a".
    assertArrayEquals(new int[] {264}, tokenizer.encode("ab"));
    assertArrayEquals(new int[] {263, 259}, tokenizer.encode("aa"));
    assertArrayEquals(new int[] {264, 262, 260}, tokenizer.encode("ababb"));
    assertArrayEquals(new int[] {264, 266}, tokenizer.encode("ababa"));
    assertEquals(" ab", tokenizer.continuation(264));
    assertEquals("ab", tokenizer.decode(264));
  }

  /** Rules are tried in their order; one that stands there again changes nothing. */
  @Test
  void aMergeHasItsFirstRank() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
    pieces.text("ab").text("bc");
    ByteLevelBpe.Merge first = ByteLevelBpe.Merge.of(new byte[] {'a'}, new byte[] {'b'});
    ByteLevelBpe.Merge second = ByteLevelBpe.Merge.of(new byte[] {'b'}, new byte[] {'c'});
    Tokenizer tokenizer =
        ByteLevelBpe.of(
            pieces.build(),
            List.of(first, second, first),
            List.of(),
            OptionalInt.empty(),
            OptionalInt.empty());
    assertArrayEquals(new int[] {256, 'c'}, tokenizer.encode("abc"));
    assertArrayEquals(new int[] {'c', 257}, tokenizer.encode("cbc"));
  }

  /** What stands for a byte joins nothing, whatever pieces there are. */
  @Test
  void bytesThatNothingCoversStayAlone() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(pieces::singleByte);
    pieces
        .text("a")
        .text(" ")
        .text(new byte[] {(byte) 0xa9, 'a'})
        .text(new byte[] {' ', (byte) 0xc3});
    Tokenizer tokenizer =
        SentencePiece.of(
            pieces.build(),
            ImmutableDoubleArray.copyOf(new double[260]),
            OptionalInt.empty(),
            OptionalInt.empty());
    assertArrayEquals(new int[] {257, 0xc3, 0xa9, 256}, tokenizer.encode("\u00e9a"));
  }

  /** Of pieces with the same bytes, and of control tokens with the same name, the first. */
  @Test
  void theFirstOfTwoTokensIsFound() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(pieces::singleByte);
    pieces.text(" ").text("a").text(" a").text("a").text(" a"); // 256 … 260
    pieces.control("<x>").control("<y>").control("<x>"); // 261 … 263
    pieces.text(new byte[] {(byte) 0xc3}).text("b").text(""); // 264 … 266
    Tokenizer tokenizer =
        SentencePiece.of(
            pieces.build(),
            ImmutableDoubleArray.copyOf(new double[267]),
            OptionalInt.of(261),
            OptionalInt.of(263));
    assertArrayEquals(new int[] {258, 257}, tokenizer.encode("aa"));
    assertEquals(" a", tokenizer.continuation(260));
    assertEquals(OptionalInt.of(261), tokenizer.control("<x>"));
    assertEquals(OptionalInt.of(262), tokenizer.control("<y>"));
    // a byte of a character that is no piece is spelled as a byte, even if it is a piece too
    assertArrayEquals(new int[] {256, 0xc3, 0xa9, 265}, tokenizer.encode("\u00e9b"));
    assertEquals(267, tokenizer.vocabulary());
    assertEquals("", tokenizer.continuation(266));
    assertEquals(OptionalInt.of(261), tokenizer.begin());
    assertEquals(OptionalInt.of(263), tokenizer.end());
  }

  /** Rescans the whole word after each merge. */
  private static int[] naive(int[] tokens, Merger.Rule rule) {
    List<Integer> list = new ArrayList<>(IntStream.of(tokens).boxed().toList());
    while (true) {
      int best = -1;
      for (int i = 0; i + 1 < list.size(); i++) {
        Merger.Join join = rule.join(list.get(i), list.get(i + 1));
        boolean better =
            join != null
                && (best < 0 || join.rank() < rule.join(list.get(best), list.get(best + 1)).rank());
        best = better ? i : best;
      }
      if (best < 0) {
        return list.stream().mapToInt(Integer::intValue).toArray();
      }
      list.set(best, rule.join(list.get(best), list.get(best + 1)).token());
      list.remove(best + 1);
    }
  }

  @Test
  void mergingIsRescanningOnRandomRules() {
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      int[][] token = new int[6][6];
      int[][] rank = new int[6][6];
      for (int a = 0; a < 6; a++) {
        for (int b = 0; b < 6; b++) {
          token[a][b] = random.nextInt(3) - 2;
          rank[a][b] = random.nextInt(4);
        }
      }
      Merger.Rule rule =
          (l, r) ->
              l < 6 && r < 6 && token[l][r] >= 0
                  ? new Merger.Join((l + 2 * r + 1) % 6, rank[l][r])
                  : null;
      int[] word = random.ints(random.nextInt(25), 0, 6).toArray();
      assertArrayEquals(naive(word, rule), Merger.merge(word.clone(), rule));
    }
  }

  @Test
  void longTextsTakeNoSquareOfTheirLength() {
    String text = "the and in ".repeat(20_000) + "x".repeat(200_000);
    for (Tokenizer tokenizer : List.of(byteLevel(), sentencePiece())) {
      assertEquals(text, tokenizer.decode(tokenizer.encode(text)));
    }
  }

  @Test
  void incompleteVocabulariesAreRefused() {
    Pieces lacking = Pieces.builder().text("a").build();
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ByteLevelBpe.of(
                lacking, List.of(), List.of(), OptionalInt.empty(), OptionalInt.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            SentencePiece.of(
                lacking, ImmutableDoubleArray.of(0), OptionalInt.empty(), OptionalInt.empty()));
    Pieces bytes = bytesAndControls().build();
    List<ByteLevelBpe.Merge> unknown = List.of(ByteLevelBpe.Merge.of(utf8("a"), utf8("b")));
    assertThrows(
        IllegalArgumentException.class,
        () -> ByteLevelBpe.of(bytes, unknown, List.of(), OptionalInt.empty(), OptionalInt.empty()));
  }

  @Test
  void templatesPutControlTokensAroundTheWords() {
    Tokenizer tokenizer = byteLevel();
    ChatTemplate template =
        ChatTemplate.recognise(
            "{{- '<|im_start|>system\\nYou are kind<|im_end|>\\n' }} '<|im_start|>assistant\\n'");
    assertEquals(ChatTemplate.Family.CHAT_ML, template.family());
    assertEquals("You are kind", template.system());
    assertEquals(
        "[0]system\nYou are kind[1]\n[0]user\n2<|im_end|>[1]\n[0]assistant\n",
        shown(template.prompt("2<|im_end|>", tokenizer), tokenizer));
    assertArrayEquals(new int[] {1}, template.ends(tokenizer));
    assertEquals(
        "[0]system\nYou are kind[1]\n[0]user\na[1]\n[0]assistant\nb[1]\n[0]user\nc[1]\n"
            + "[0]assistant\n",
        shown(template.prompt(List.of("a", "b", "c"), tokenizer), tokenizer));
  }

  @Test
  void familiesAreRecognised() {
    Tokenizer tokenizer = sentencePiece();
    assertEquals("[1] ab", shown(of("no such thing").prompt("ab", tokenizer), tokenizer));
    assertEquals(
        "[1] <|user|>\nab[2] \n<|assistant|>\n",
        shown(of("{{ '<|user|>' }}").prompt("ab", tokenizer), tokenizer));
    assertEquals(
        "[1] [INST] a [/INST] b [2][1] [INST] c [/INST]",
        shown(of("[INST]").prompt(List.of("a", "b", "c"), tokenizer), tokenizer));
    assertEquals(
        "[1] <|start_header_id|>user<|end_header_id|>\n\na<|eot_id|>"
            + "<|start_header_id|>assistant<|end_header_id|>\n\n",
        shown(of("<|start_header_id|>").prompt("a", tokenizer), tokenizer));
    assertArrayEquals(new int[] {2}, of("").ends(tokenizer));
  }

  private static ChatTemplate of(String program) {
    return ChatTemplate.recognise(program);
  }

  /** The text, with control tokens as numbers in brackets. */
  private static String shown(int[] ids, Tokenizer tokenizer) {
    StringBuilder text = new StringBuilder();
    ByteArrayOutputStream pending = new ByteArrayOutputStream();
    for (int id : ids) {
      byte[] bytes = tokenizer.bytes(id);
      pending.writeBytes(bytes);
      if (bytes.length == 0) {
        text.append(pending.toString(StandardCharsets.UTF_8)).append('[').append(id).append(']');
        pending.reset();
      }
    }
    return text.append(pending.toString(StandardCharsets.UTF_8)).toString();
  }

  @Test
  void bytesAreCopies() {
    Tokenizer tokenizer = byteLevel();
    byte[] bytes = tokenizer.bytes(70);
    Arrays.fill(bytes, (byte) 0);
    assertEquals(68, tokenizer.bytes(70)[0]);
  }

  /** A turn ends by the template's own token first, and also where the tokenizer says. */
  @Test
  void theTemplatesEndComesBeforeTheTokenizers() {
    Pieces.Builder pieces = bytesAndControls().control("<|eot_id|>").control("</s>");
    Tokenizer tokenizer =
        ByteLevelBpe.of(
            pieces.build(), List.of(), List.of(), OptionalInt.empty(), OptionalInt.of(259));
    assertArrayEquals(new int[] {1, 259}, of("<|im_start|>").ends(tokenizer));
    assertArrayEquals(new int[] {258, 259}, of("<|start_header_id|>").ends(tokenizer));
    assertArrayEquals(new int[] {259}, of("[INST]").ends(tokenizer));
  }
}

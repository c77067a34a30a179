package dev.ccl.lm.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TokenizersTest {
  private static final List<String> MERGES =
      List.of("t h", "th e", "i n", "a n", "an d", "  ,", "in g", "e r", "l l", "o u", "the r");

  static Pieces.Builder bytesAndControls() {
    Pieces.Builder pieces = Pieces.builder().control("<|im_start|>").control("<|im_end|>");
    IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
    return pieces;
  }

  static ByteLevelBpe byteLevel() {
    Pieces.Builder pieces = bytesAndControls();
    List<ByteLevelBpe.Merge> merges = new ArrayList<>();
    for (String merge : MERGES) {
      int cut = merge.indexOf(' ', 1);
      String left = merge.substring(0, cut);
      String right = merge.substring(cut + 1);
      pieces.text(left + right);
      merges.add(ByteLevelBpe.Merge.of(utf8(left), utf8(right)));
    }
    List<WordPattern> cuts = List.of(WordPattern.of(" ?\\w+|\\W"));
    return ByteLevelBpe.of(pieces.build(), merges, cuts, OptionalInt.empty(), OptionalInt.of(1));
  }

  static SentencePiece sentencePiece() {
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
      String twice = "\ud83d\ud83d\udc69\udc69x"; // a whole character between two halves
      assertEquals("\ufffd\ud83d\udc69\ufffdx", tokenizer.decode(tokenizer.encode(twice)));
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

  /** Scores are any numbers: the highest first, however little it is above another. */
  @Test
  void scoresThatDifferLittleDecide() {
    double next = Math.nextUp(0.25);
    double[][] scores = {{0.25, 0.5}, {-0.5, -0.25}, {-0.25, 0.125}, {0.25, next}, {-1e9, -9e8}};
    for (double[] pair : scores) {
      for (boolean swapped : new boolean[] {false, true}) {
        Pieces.Builder pieces = Pieces.builder();
        IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
        double[] all = new double[258];
        all[256] = swapped ? pair[1] : pair[0];
        all[257] = swapped ? pair[0] : pair[1];
        Tokenizer tokenizer = scored(pieces.text("ab").text("bc").build(), all);
        int[] expected = swapped ? new int[] {' ', 256, 'c'} : new int[] {' ', 'a', 257};
        assertArrayEquals(expected, tokenizer.encode("abc"), Arrays.toString(pair));
      }
    }
  }

  /** The first and the last character of each length. */
  @Test
  void aCharacterIsOnePiece() {
    int[] points = {0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff};
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(pieces::singleByte);
    for (int point : points) {
      pieces.text(Character.toString(point));
    }
    Tokenizer tokenizer = scored(pieces.build(), new double[256 + points.length]);
    String all = new String(points, 0, points.length);
    int[] expected = IntStream.range(255, 256 + points.length).toArray();
    expected[0] = ' ';
    assertArrayEquals(expected, tokenizer.encode(all));
  }

  /** Vocabularies of more than 65,536 tokens: the pair p, xy is not the pair q, d. */
  @Test
  void pairsOfLateTokensAreTheirOwn() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
    int late = 65536 + 'd';
    IntStream.range(256, late).forEach(id -> pieces.text("#" + id));
    pieces.text("xy").text("pxy");
    Tokenizer tokenizer =
        ByteLevelBpe.of(
            pieces.build(),
            List.of(
                ByteLevelBpe.Merge.of(utf8("x"), utf8("y")),
                ByteLevelBpe.Merge.of(utf8("p"), utf8("xy"))),
            List.of(),
            OptionalInt.empty(),
            OptionalInt.empty());
    assertArrayEquals(new int[] {late + 1}, tokenizer.encode("pxy"));
    assertArrayEquals(new int[] {'q', late}, tokenizer.encode("qxy"));
    assertArrayEquals(new int[] {'q', 'd'}, tokenizer.encode("qd"));
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

  private static String refusal(Executable what) {
    return assertThrows(IllegalArgumentException.class, what).getMessage();
  }

  private static ByteLevelBpe plain(Pieces pieces, ByteLevelBpe.Merge... merges) {
    return ByteLevelBpe.of(
        pieces, List.of(merges), List.of(), OptionalInt.empty(), OptionalInt.empty());
  }

  private static ByteLevelBpe.Merge merge(String left, String right) {
    return ByteLevelBpe.Merge.of(utf8(left), utf8(right));
  }

  private static SentencePiece scored(Pieces pieces, double... scores) {
    return SentencePiece.of(
        pieces, ImmutableDoubleArray.copyOf(scores), OptionalInt.empty(), OptionalInt.empty());
  }

  @Test
  void incompleteVocabulariesAreRefused() {
    for (int missing : new int[] {0, 97, 255}) {
      Pieces.Builder texts = Pieces.builder();
      Pieces.Builder bytes = Pieces.builder();
      IntStream.range(0, 256).filter(b -> b != missing).forEach(bytes::singleByte);
      IntStream.range(0, 256)
          .filter(b -> b != missing)
          .forEach(b -> texts.text(new byte[] {(byte) b}));
      String said = "no token stands for the byte 0x" + Integer.toHexString(missing);
      if (missing == 97) {
        assertEquals(said, refusal(() -> plain(texts.build())));
      } else {
        String odd = "a" + (char) missing + "b"; // a byte that has no token is left out
        assertEquals(
            "ab", plain(texts.build()).decode(plain(texts.build()).encode(odd)).replace("ÿ", ""));
      }
      assertEquals(said, refusal(() -> scored(texts.build(), new double[255])));
      assertEquals(said, refusal(() -> scored(bytes.build(), new double[255])));
      assertEquals(255, bytes.size());
    }
    Pieces all = bytesAndControls().text("ab").text("bc").text("abc").build();
    for (int count : new int[] {260, 262}) {
      assertEquals("one score per token", refusal(() -> scored(all, new double[count])));
    }
    String said = "merge 1 joins what is no token, or into what is none";
    plain(all, merge("a", "b"), merge("ab", "c"));
    assertEquals(said, refusal(() -> plain(all, merge("a", "b"), merge("b", "a"))));
    Pieces whole = bytesAndControls().text("ab").text("xyc").text("cxy").build();
    assertEquals(said, refusal(() -> plain(whole, merge("a", "b"), merge("xy", "c"))));
    assertEquals(said, refusal(() -> plain(whole, merge("a", "b"), merge("c", "xy"))));
    for (int value : new int[] {-1, 256}) {
      assertEquals(
          "a byte is 0 to 255: " + value, refusal(() -> Pieces.builder().singleByte(value)));
    }
  }

  /** Where a byte has no token of its own, a piece of text with this byte stands for it. */
  @Test
  void aPieceMayStandForAByte() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256)
        .forEach(
            b -> {
              if (b == 0xa9 || b == ' ') {
                pieces.text(new byte[] {(byte) b});
              } else {
                pieces.singleByte(b);
              }
            });
    Tokenizer tokenizer = scored(pieces.build(), new double[256]);
    assertArrayEquals(new int[] {' ', 0xc3, 0xa9, 'b'}, tokenizer.encode("\u00e9b"));
    assertEquals("\u00e9b", tokenizer.decode(tokenizer.encode("\u00e9b")));
    assertEquals("", tokenizer.decode(' '), "one space is taken away");
    assertEquals(" ", tokenizer.decode(' ', ' '), "and no other");
    assertEquals("b ", tokenizer.decode('b', ' '));
    assertArrayEquals(new int[0], tokenizer.encode(""));
  }

  /** A pattern may match where nothing is; what lies between two matches is a word. */
  @Test
  void emptyMatchesCutAndAreNoWords() {
    Pieces.Builder pieces = bytesAndControls().text("ab").text("xx").text("ba");
    List<ByteLevelBpe.Merge> merges = List.of(merge("a", "b"), merge("x", "x"), merge("b", "a"));
    for (String cut : List.of("x*", "x+")) {
      Tokenizer tokenizer =
          ByteLevelBpe.of(
              pieces.build(),
              merges,
              List.of(WordPattern.of(cut)),
              OptionalInt.empty(),
              OptionalInt.empty());
      List<String> words =
          IntStream.of(tokenizer.encode("abxxbab"))
              .mapToObj(id -> tokenizer.continuation(id))
              .toList();
      boolean apart = cut.equals("x*");
      assertEquals(
          apart ? List.of("a", "b", "xx", "b", "a", "b") : List.of("ab", "xx", "b", "ab"), words);
    }
  }

  /** Who goes on with a builder makes another vocabulary. */
  @Test
  void vocabulariesDoNotGrow() {
    Pieces.Builder pieces = Pieces.builder().control("<x>");
    IntStream.range(0, 256).forEach(pieces::singleByte);
    pieces.text(" ").text("a");
    Pieces before = pieces.build();
    pieces.text(" a").singleByte('b').control("<y>");
    Tokenizer small = scored(before, new double[259]);
    Tokenizer large = scored(pieces.build(), new double[262]);
    assertEquals(List.of(259, 262), List.of(small.vocabulary(), large.vocabulary()));
    assertArrayEquals(new int[] {257, 258, 1 + 'b'}, small.encode("ab"));
    assertArrayEquals(new int[] {259, 260}, large.encode("ab"));
    assertEquals(OptionalInt.empty(), small.control("<y>"));
    assertEquals(OptionalInt.of(261), large.control("<y>"));
  }

  @Test
  void bytesAreCopies() {
    Tokenizer tokenizer = byteLevel();
    byte[] bytes = tokenizer.bytes(70);
    Arrays.fill(bytes, (byte) 0);
    assertEquals(68, tokenizer.bytes(70)[0]);
  }
}

package dev.ccl.lm.token;

import static dev.ccl.lm.token.TokenizersTest.byteLevel;
import static dev.ccl.lm.token.TokenizersTest.bytesAndControls;
import static dev.ccl.lm.token.TokenizersTest.sentencePiece;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How questions are put to models of all families. */
class ChatTemplateTest {
  @Test
  void everyFamilySaysWhatTheSystemSays() {
    Tokenizer tokenizer = sentencePiece();
    List<String> turns = List.of("a", "b", "ab");
    List<String> said = new ArrayList<>();
    for (ChatTemplate.Family family : ChatTemplate.Family.values()) {
      said.add(shown(ChatTemplate.of(family, "ba").prompt(turns, tokenizer), tokenizer));
    }
    assertEquals(
        List.of(
            "[1] baabab",
            "[1] <|im_start|>system\nba<|im_end|>\n<|im_start|>user\na<|im_end|>\n"
                + "<|im_start|>assistant\nb<|im_end|>\n<|im_start|>user\nab<|im_end|>\n"
                + "<|im_start|>assistant\n",
            "[1] <|system|>\nba[2] \n<|user|>\na[2] \n<|assistant|>\nb[2] \n<|user|>\nab[2] \n"
                + "<|assistant|>\n",
            "[1] [INST] ba [/INST][INST] a [/INST] b [2][1] [INST] ab [/INST]",
            "[1] <|start_header_id|>system<|end_header_id|>\n\nba<|eot_id|>"
                + "<|start_header_id|>user<|end_header_id|>\n\na<|eot_id|>"
                + "<|start_header_id|>assistant<|end_header_id|>\n\nb<|eot_id|>"
                + "<|start_header_id|>user<|end_header_id|>\n\nab<|eot_id|>"
                + "<|start_header_id|>assistant<|end_header_id|>\n\n",
            "[1] <start_of_turn>user\nba<end_of_turn>\n<start_of_turn>user\na<end_of_turn>\n"
                + "<start_of_turn>model\nb<end_of_turn>\n<start_of_turn>user\nab<end_of_turn>\n"
                + "<start_of_turn>model\n",
            "[1] <|system|>ba<|end|><|user|>a<|end|><|assistant|>b<|end|><|user|>ab<|end|>"
                + "<|assistant|>"),
        said);
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
    assertEquals("[1] ab", shown(of("  ").prompt("ab", tokenizer), tokenizer));
    for (String unknown :
        List.of("no such thing", "<|im_start|>user<|im_sep|>", "[gMASK]<sop><|user|> eos_token")) {
      String message = assertThrows(IllegalArgumentException.class, () -> of(unknown)).getMessage();
      assertEquals(
          "a chat template of no known family; --template chooses one of"
              + " plain, chatml, zephyr, inst, headers, gemma, phi3",
          message);
    }
    assertEquals(
        "[1] <|user|>\nab[2] \n<|assistant|>\n",
        shown(of("{{ '<|user|>' + eos_token }}").prompt("ab", tokenizer), tokenizer));
    assertEquals(
        "[1] [INST] a [/INST] b [2][1] [INST] c [/INST]",
        shown(of("[INST] [/INST]").prompt(List.of("a", "b", "c"), tokenizer), tokenizer));
    assertEquals(
        "[1] <|start_header_id|>user<|end_header_id|>\n\na<|eot_id|>"
            + "<|start_header_id|>assistant<|end_header_id|>\n\n",
        shown(of("<|start_header_id|>").prompt("a", tokenizer), tokenizer));
    assertArrayEquals(new int[] {2}, of("").ends(tokenizer));
  }

  /** Whatever control tokens a vocabulary has: only those of the template itself are written. */
  @Test
  void wordsAndRolesAreNeverControlTokens() {
    List<String> said = new ArrayList<>();
    for (ChatTemplate.Family family : ChatTemplate.Family.values()) {
      Named tokenizer = new Named();
      int[] ids = ChatTemplate.of(family, "s").prompt(List.of("u", "a", "v"), tokenizer);
      said.add(tokenizer.shown(ids));
    }
    assertEquals(
        List.of(
            "[begin]suav",
            "[begin][<|im_start|>]system\ns[<|im_end|>]\n[<|im_start|>]user\nu[<|im_end|>]\n"
                + "[<|im_start|>]assistant\na[<|im_end|>]\n[<|im_start|>]user\nv[<|im_end|>]\n"
                + "[<|im_start|>]assistant\n",
            "[begin]<|system|>\ns[end]\n<|user|>\nu[end]\n<|assistant|>\na[end]\n"
                + "<|user|>\nv[end]\n<|assistant|>\n",
            "[begin][[INST]]s[[/INST]][[INST]]u[[/INST]]a[end][begin][[INST]]v[[/INST]]",
            "[begin][<|start_header_id|>]system[<|end_header_id|>]\n\ns[<|eot_id|>]"
                + "[<|start_header_id|>]user[<|end_header_id|>]\n\nu[<|eot_id|>]"
                + "[<|start_header_id|>]assistant[<|end_header_id|>]\n\na[<|eot_id|>]"
                + "[<|start_header_id|>]user[<|end_header_id|>]\n\nv[<|eot_id|>]"
                + "[<|start_header_id|>]assistant[<|end_header_id|>]\n\n",
            "[begin][<start_of_turn>]user\ns[<end_of_turn>]\n[<start_of_turn>]user\nu"
                + "[<end_of_turn>]\n[<start_of_turn>]model\na[<end_of_turn>]\n"
                + "[<start_of_turn>]user\nv[<end_of_turn>]\n[<start_of_turn>]model\n",
            "[begin][<|system|>]s[<|end|>][<|user|>]u[<|end|>][<|assistant|>]a[<|end|>]"
                + "[<|user|>]v[<|end|>][<|assistant|>]"),
        said);
  }

  /** A vocabulary in which every name is that of a control token; a text is one token. */
  private static final class Named implements Tokenizer {
    private final List<String> tokens = new ArrayList<>(List.of("[begin]", "[end]"));

    private int add(String token) {
      tokens.add(token);
      return tokens.size() - 1;
    }

    String shown(int[] ids) {
      return IntStream.of(ids).mapToObj(tokens::get).collect(Collectors.joining());
    }

    @Override
    public int vocabulary() {
      return tokens.size();
    }

    @Override
    public int[] encode(String text) {
      return new int[] {add(text)};
    }

    @Override
    public String decode(int... ids) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] bytes(int id) {
      throw new UnsupportedOperationException();
    }

    @Override
    public OptionalInt control(String name) {
      return OptionalInt.of(add("[" + name + "]"));
    }

    @Override
    public OptionalInt begin() {
      return OptionalInt.of(0);
    }

    @Override
    public OptionalInt end() {
      return OptionalInt.of(1);
    }
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

  /** A turn ends by the template's own token first, and also where the tokenizer says. */
  @Test
  void theTemplatesEndComesBeforeTheTokenizers() {
    Pieces.Builder pieces = bytesAndControls().control("<|eot_id|>").control("</s>");
    Tokenizer tokenizer =
        ByteLevelBpe.of(
            pieces.build(), List.of(), List.of(), OptionalInt.empty(), OptionalInt.of(259));
    assertArrayEquals(new int[] {1, 259}, of("<|im_start|>").ends(tokenizer));
    assertArrayEquals(new int[] {258, 259}, of("<|start_header_id|>").ends(tokenizer));
    assertArrayEquals(new int[] {259}, of("[INST] [/INST]").ends(tokenizer));
  }

  /** Programs say twice what the system says: where there is nothing to say, and in a loop. */
  @Test
  void theFirstSystemOfAProgramIsItsOwn() {
    String twice = "'<|im_start|>system\\none<|im_end|>' '<|im_start|>system\\ntwo<|im_end|>'";
    assertEquals("one", of(twice).system());
    assertEquals("", of("'<|im_start|>system\\n' + words + '<|im_end|>'").system());
    assertEquals("", of("<|im_start|>user\\none<|im_end|>").system());
    String all = "[INST]eos_token[/INST] <|user|> <|start_header_id|> <|im_start|>";
    List<ChatTemplate.Family> families = new ArrayList<>();
    for (String part = all; !part.isEmpty(); part = part.replaceAll(" ?[^ ]+$", "")) {
      families.add(of(part).family());
    }
    assertEquals(
        List.of(
            ChatTemplate.Family.CHAT_ML,
            ChatTemplate.Family.HEADERS,
            ChatTemplate.Family.ZEPHYR,
            ChatTemplate.Family.INST),
        families);
  }

  /** A line end is one, whether a program has it as it is or as a backslash and a letter. */
  @Test
  void whatTheSystemSaysMayHaveSeveralLines() {
    for (String end : List.of("\n", "\\n")) {
      String program = "<|im_start|>system" + end + "Be kind." + end + "Be short.<|im_end|>";
      assertEquals("Be kind.\nBe short.", of(program).system());
    }
  }

  /** A tokenizer cuts as it was told when it was made. */
  @Test
  void cutsAreCopied() {
    List<WordPattern> cuts = new ArrayList<>();
    ByteLevelBpe.Merge merge = ByteLevelBpe.Merge.of(new byte[] {'a'}, new byte[] {'b'});
    Pieces pieces = bytesAndControls().text("ab").build();
    OptionalInt none = OptionalInt.empty();
    Tokenizer tokenizer = ByteLevelBpe.of(pieces, List.of(merge), cuts, none, none);
    cuts.add(WordPattern.of("a"));
    assertArrayEquals(new int[] {258}, tokenizer.encode("ab"));
  }
}

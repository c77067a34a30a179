package dev.ccl.lm.format;

import static dev.ccl.lm.format.ModelsTest.tiny;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.Bytes;
import dev.ccl.judge.Recorded;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import dev.ccl.lm.token.WordPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the tokenizers of all kinds of files spell texts and put questions, token by token. */
class SpellingsTest {
  private static final List<String> TEXTS =
      List.of(
          "the",
          " the",
          "  the  and\n\n\tthe ",
          "then thethe handand",
          "12 123 1234 12345 \u0663\u0664",
          "don't we'll I'VE he's 'til it'd",
          "x=3*(y-1)...!? [the] {and}",
          "in\r\nan\n\n \n  and",
          "3+4等于8。 é e\u0301 \u00a0x\u3000y",
          "\ud83d\udc69\u200d\ud83d\udc67 \ud800.",
          "\u2581the \u0120the <0x41> <s>and</s>");

  private static final WordPattern LLAMA3 = WordPatterns.named("llama3").get(0);

  @TempDir Path directory;
  private final StringBuilder out = new StringBuilder();

  private static String shown(Tokenizer tokenizer, int[] ids) {
    StringBuilder line = new StringBuilder();
    for (int id : ids) {
      byte[] bytes = tokenizer.bytes(id);
      String text = new String(bytes, StandardCharsets.UTF_8);
      boolean whole = Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
      line.append(line.length() == 0 ? "" : "|").append(id).append(' ');
      if (whole && text.chars().allMatch(c -> c >= ' ' && c < 127)) {
        line.append(text);
      } else {
        for (byte b : bytes) {
          line.append(String.format("%02x", b));
        }
      }
    }
    return line.toString();
  }

  private void spell(String name, Tokenizer tokenizer) {
    out.append(name + ": " + tokenizer.vocabulary() + " tokens, begin " + tokenizer.begin());
    out.append(", end " + tokenizer.end() + "\n");
    for (String control : List.of("<s>", "</s>", "<unk>", "<|im_end|>", "<|endoftext|>", "the")) {
      out.append(control + " " + tokenizer.control(control) + "; ");
    }
    out.append('\n');
    for (String text : TEXTS) {
      int[] ids = tokenizer.encode(text);
      assertEquals(text.replace("\ud800.", "\ufffd."), tokenizer.decode(ids), name);
      out.append("  " + shown(tokenizer, ids) + "\n");
    }
  }

  private LoadedModel open(String name, byte[] bytes) throws IOException {
    return Models.open(Files.write(directory.resolve(name), bytes));
  }

  private Tokenizer json(ObjectNode root, String settings) throws IOException {
    Path file = Files.writeString(directory.resolve("tokenizer.json"), root.toString());
    if (settings == null) {
      return TokenizerJson.read(JsonFile.read(file), null);
    }
    Path beside = Files.writeString(directory.resolve("tokenizer_config.json"), settings);
    return TokenizerJson.read(JsonFile.read(file), JsonFile.read(beside));
  }

  /**
   * Metadata of a byte-level tokenizer with words, numbers, signs and spaces that can be joined.
   */
  private static Map<String, Object> byteLevel() {
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    ObjectNode vocab = (ObjectNode) ModelFiles.tokenizer(300).path("model").path("vocab");
    Object[] tokens = new Object[300];
    vocab.fields().forEachRemaining(e -> tokens[e.getValue().asInt()] = e.getKey());
    List<String> more =
        List.of(
            "12", "123", "\u012012", "34", "'t", "\u0120\u0120", "\u010a\u010a", "..", "\u00ac a");
    for (int i = 0; i < more.size(); i++) {
      tokens[290 + i] = more.get(i);
    }
    tokens[299] = "unused";
    Object[] kinds = new Object[300];
    Arrays.setAll(kinds, id -> id < 3 ? 3 : 1);
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.token_type", kinds);
    metadata.put("tokenizer.ggml.model", "gpt2");
    metadata.put(
        "tokenizer.ggml.merges",
        new Object[] {
          "t h",
          "1 2",
          "th e",
          "\u0120 \u0120",
          "\u0120 t",
          "\u0120t h",
          "\u0120th e",
          "i n",
          "a n",
          "an d",
          "12 3",
          "3 4",
          "\u0120 12",
          "' t",
          "\u010a \u010a",
          ". .",
          "th e"
        });
    return metadata;
  }

  @Test
  void textsAsTokens() throws IOException {
    TinyLlama tiny = tiny(true);
    Map<String, Object> plain = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    spell("gguf llama", open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, plain)).tokenizer());
    plain.put("tokenizer.ggml.add_bos_token", 0);
    plain.remove("tokenizer.ggml.eos_token_id");
    plain.remove("tokenizer.ggml.token_type");
    spell("no types", open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, plain)).tokenizer());
    for (String pre : List.of("default", "gpt-2", "smollm", "llama-bpe", "llama3", "llama-v3")) {
      Map<String, Object> metadata = byteLevel();
      metadata.put("tokenizer.ggml.pre", pre);
      metadata.put("tokenizer.ggml.add_bos_token", pre.startsWith("llama") ? 1 : 0);
      byte[] file = ModelFiles.gguf(tiny, GgufType.F32, metadata);
      spell("gguf gpt2, " + pre, open("a.gguf", file).tokenizer());
    }
    byte[] llama = Bytes.concat(ModelFiles.llama2c(tiny), ModelFiles.llama2cTokenizer(300));
    spell("llama2.c", open("a.bin", llama).tokenizer());
    Recorded.check(SpellingsTest.class, "spellings.txt", out.toString());
  }

  private static ObjectNode cutBy(String... cuts) throws IOException {
    ObjectNode root = ModelFiles.tokenizer(300);
    ObjectNode sequence = root.putObject("pre_tokenizer").put("type", "Sequence");
    ArrayNode list = sequence.putArray("pretokenizers");
    for (String cut : cuts) {
      list.add(new ObjectMapper().readTree(cut));
    }
    return root;
  }

  @Test
  void textsAsTokensOfJsonFiles() throws IOException {
    spell("byte level", json(ModelFiles.tokenizer(300), null));
    String named =
        "{\"add_bos_token\": true, \"bos_token\": {\"content\": \"<|im_start|>\"},"
            + " \"eos_token\": \"<|im_end|>\"}";
    String bytes = "{\"type\": \"ByteLevel\", \"use_regex\": false}";
    spell(
        "one digit",
        json(cutBy("{\"type\": \"Digits\", \"individual_digits\": true}", bytes), named));
    spell("digits", json(cutBy("{\"type\": \"Digits\"}", bytes), "{}"));
    String split =
        "{\"type\": \"Split\", \"pattern\": {\"Regex\": \"[\\\\s,]+|e\"},"
            + " \"behavior\": \"Isolated\"}";
    spell("split", json(cutBy(split, bytes), "{\"bos_token\": \"<|im_start|>\"}"));
    ObjectNode pairs = ModelFiles.tokenizer(300);
    ArrayNode merges = ((ObjectNode) pairs.path("model")).putArray("merges");
    List.of(List.of("t", "h"), List.of("a", "n"), List.of("an", "d"))
        .forEach(pair -> merges.addArray().add(pair.get(0)).add(pair.get(1)));
    spell("merges as pairs", json(pairs, "{\"eos_token\": null}"));
    spell("byte fallback", json(fallback(), null));
    String settings = "{\"add_bos_token\": false, \"eos_token\": \"<unk>\"}";
    spell("byte fallback, settings", json(fallback(), settings));
    Recorded.check(SpellingsTest.class, "json-spellings.txt", out.toString());
  }

  private static ObjectNode fallback() {
    ObjectNode root = ModelFiles.tokenizer(300);
    ObjectNode model = (ObjectNode) root.path("model");
    model.put("byte_fallback", true);
    ObjectNode vocab = model.putObject("vocab");
    for (int id = 0; id < 290; id++) {
      vocab.put(ModelFiles.piece(id).replace(' ', '\u2581'), id);
    }
    ArrayNode merges = model.putArray("merges");
    List.of("t h", "th e", "a n", "\u2581 the", "\u2581 t", "an d", "t h").forEach(merges::add);
    ArrayNode added = root.putArray("added_tokens");
    for (int id = 0; id < 3; id++) {
      added.addObject().put("id", id).put("content", ModelFiles.piece(id)).put("special", true);
    }
    root.putObject("normalizer").put("type", "Prepend");
    root.remove("pre_tokenizer");
    return root;
  }

  /** Programs as models carry them; each puts one question, and one after an example. */
  @Test
  void questionsAsTokens() throws IOException {
    Map<String, String> programs = new LinkedHashMap<>();
    programs.put("none", "");
    programs.put("chatml", "{% for m in messages %}{{ '<|im_start|>' + m.role }}");
    programs.put("system", "'<|im_start|>system\\nthe and<|im_end|>\\n' '<|im_start|>assistant'");
    programs.put("line", "<|im_start|>system\nin<|im_end|>\n<|im_start|>user");
    programs.put("zephyr", "<|user|> [INST] eos_token");
    programs.put("inst", "[INST] [/INST]");
    programs.put("headers", "<|start_header_id|> <|user|>");
    TinyLlama tiny = tiny(true);
    for (boolean spaces : new boolean[] {true, false}) {
      Map<String, Object> metadata = spaces ? ModelFiles.ggufMetadata(TinyLlama.EVEN) : byteLevel();
      for (Map.Entry<String, String> program : programs.entrySet()) {
        metadata.put("tokenizer.chat_template", program.getValue());
        metadata.put("tokenizer.ggml.eos_token_id", spaces ? 2 : 0);
        LoadedModel model = open("a.gguf", ModelFiles.gguf(tiny, GgufType.F32, metadata));
        ChatTemplate template = model.template();
        Tokenizer tokenizer = model.tokenizer();
        out.append((spaces ? "llama, " : "gpt2, ") + program.getKey() + ": " + template.family());
        out.append(", system '" + template.system() + "', ends ");
        out.append(Arrays.toString(template.ends(tokenizer)) + "\n");
        out.append("  " + shown(tokenizer, model.prompt("the in<|im_end|>")) + "\n");
        int[] turns = template.prompt(List.of("in", "an", "and"), tokenizer);
        out.append("  " + shown(tokenizer, turns) + "\n");
      }
    }
    Recorded.check(SpellingsTest.class, "questions.txt", out.toString());
  }

  /** The patterns as their authors write them, on texts of all kinds of characters. */
  @Test
  void wordsAreCutByThePublishedPatterns() {
    String gpt2 =
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
    String llama3 =
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    Random random = new Random(6);
    String letters = "aZ\u00e9\u7b49 \n\r\t\u00a0\u30009\u0663\u00bd'.-(stmdlvreSTMDLVRE";
    for (int round = 0; round < 4_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(24); length > 0; length--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      assertEquals(words(unicode(gpt2), text), WordPatterns.GPT2.words(text.toString()));
      assertEquals(words(unicode(llama3), text), LLAMA3.words(text.toString()));
    }
  }

  private static Pattern unicode(String pattern) {
    return Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS);
  }

  private static List<String> words(Pattern pattern, CharSequence text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }
}

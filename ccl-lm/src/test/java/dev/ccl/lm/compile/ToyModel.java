package dev.ccl.lm.compile;

import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.util.Arrays;
import java.util.OptionalInt;

/** The seeded random model with an alphabet of single characters. */
public final class ToyModel {
  private static final String ALPHABET = "xyz say0123456789";
  private static final int END = 20;

  /** What ends a turn of a chat. */
  public static final int TURN = 19;

  private ToyModel() {}

  /** Returns a tiny model that spells letters. */
  public static LoadedModel loaded(long seed) {
    return new LoadedModel(
        TinyLlama.of(TinyLlama.EVEN, true, seed).model(),
        new Letters(OptionalInt.empty(), END),
        ChatTemplate.of(ChatTemplate.Family.PLAIN, ""));
  }

  /** Returns the same model in a chat, whose turns end with a token of their own. */
  public static LoadedModel inChat(long seed) {
    return new LoadedModel(
        loaded(seed).model(),
        new Letters(OptionalInt.of(TURN), END),
        ChatTemplate.of(ChatTemplate.Family.CHAT_ML, ""));
  }

  /** Returns the same model, whose texts end with a letter. */
  public static LoadedModel endingWith(long seed, char letter) {
    int end = 1 + ALPHABET.indexOf(letter);
    return new LoadedModel(
        loaded(seed).model(),
        new Letters(OptionalInt.empty(), end),
        ChatTemplate.of(ChatTemplate.Family.PLAIN, ""));
  }

  /** From the definition: token after token, each prefix evaluated alone. */
  public static double logProbability(LoadedModel model, int[] prefix, String piece) {
    double sum = 0;
    int[] all = prefix;
    for (int id : model.tokenizer().encode(piece)) {
      sum += model.model().logProbabilities(all)[id];
      all = Arrays.copyOf(all, all.length + 1);
      all[all.length - 1] = id;
    }
    return sum;
  }

  /** One token per character. */
  private static final class Letters implements Tokenizer {
    private final OptionalInt turn;
    private final int end;

    Letters(OptionalInt turn, int end) {
      this.turn = turn;
      this.end = end;
    }

    @Override
    public int vocabulary() {
      return TinyLlama.EVEN.vocabulary();
    }

    @Override
    public int[] encode(String text) {
      return text.chars().map(c -> 1 + ALPHABET.indexOf(c)).toArray();
    }

    @Override
    public String decode(int... ids) {
      return continuation(ids);
    }

    @Override
    public byte[] bytes(int id) {
      boolean letter = id >= 1 && id <= ALPHABET.length();
      return letter ? new byte[] {(byte) ALPHABET.charAt(id - 1)} : new byte[0];
    }

    @Override
    public OptionalInt control(String name) {
      return name.equals("<|im_end|>") ? turn : OptionalInt.empty();
    }

    @Override
    public OptionalInt begin() {
      return OptionalInt.empty();
    }

    @Override
    public OptionalInt end() {
      return OptionalInt.of(end);
    }
  }
}

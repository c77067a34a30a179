package dev.ccl.core.mdp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The finite token set 𝒜 with its two special tokens, the paper's {@code EOS} and {@code null}.
 * Tokens are numbered in the order in which they are listed.
 */
public final class Vocabulary {
  private final ImmutableList<String> tokens;
  private final ImmutableMap<String, Integer> ids;
  private final int eos;
  private final int pad;

  private Vocabulary(
      ImmutableList<String> tokens, ImmutableMap<String, Integer> ids, int eos, int pad) {
    this.tokens = tokens;
    this.ids = ids;
    this.eos = eos;
    this.pad = pad;
  }

  /**
   * Returns the vocabulary with the given tokens.
   *
   * @param tokens all tokens, without duplicates
   * @param eos the token that ends an answer, one of {@code tokens}
   * @param pad the token that fills an ended answer up to the horizon, another one of {@code
   *     tokens}
   * @return the vocabulary
   * @throws IllegalArgumentException if a token repeats or a special token is missing
   */
  public static Vocabulary of(List<String> tokens, String eos, String pad) {
    ImmutableList<String> copy = ImmutableList.copyOf(tokens);
    Map<String, Integer> ids = new HashMap<>();
    for (int i = 0; i < copy.size(); i++) {
      if (ids.put(copy.get(i), i) != null) {
        throw new IllegalArgumentException(
            "vocabulary: token \"" + copy.get(i) + "\" appears twice");
      }
    }
    if (!copy.contains(eos)) {
      throw new IllegalArgumentException("eos: \"" + eos + "\" is not in the vocabulary");
    }
    if (!copy.contains(pad)) {
      throw new IllegalArgumentException("pad: \"" + pad + "\" is not in the vocabulary");
    }
    if (eos.equals(pad)) {
      throw new IllegalArgumentException("pad: must differ from eos");
    }
    return new Vocabulary(copy, ImmutableMap.copyOf(ids), copy.indexOf(eos), copy.indexOf(pad));
  }

  /** {@return the number of tokens |𝒜|, the size} */
  public int size() {
    return tokens.size();
  }

  /** {@return all tokens in the order of their numbers} */
  public ImmutableList<String> tokens() {
    return tokens;
  }

  /**
   * Returns the text of a token.
   *
   * @param id a token number
   * @return its text
   */
  public String token(int id) {
    return tokens.get(id);
  }

  /**
   * Returns the number of a token.
   *
   * @param token the text of a token
   * @return its number, or -1 if it is not in the vocabulary
   */
  public int id(String token) {
    Integer id = ids.get(token);
    return id == null ? -1 : id;
  }

  /**
   * Returns the number of the token that ends an answer.
   *
   * @return the number of {@code EOS}
   */
  public int eos() {
    return eos;
  }

  /**
   * Returns the number of the token that fills an ended answer.
   *
   * @return the number of {@code null}
   */
  public int pad() {
    return pad;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vocabulary
        && ((Vocabulary) other).tokens.equals(tokens)
        && ((Vocabulary) other).eos == eos
        && ((Vocabulary) other).pad == pad;
  }

  @Override
  public int hashCode() {
    return tokens.hashCode();
  }
}

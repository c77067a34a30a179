package dev.ccl.lm.recipe;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which features are made of what a model says. All but the first stand apart for each position of
 * an answer, so that a position's token contrasts are contrasts within its own legal set. A recipe
 * sees prompts of both sides and never a reward.
 *
 * @param embedding principal components of the legal pieces' output embeddings
 * @param hidden principal components of the hidden states that are multiplied into features
 * @param products the embedding components by which they are multiplied
 * @param contrasts whether each piece of a position has a contrast of its own
 * @param random random features of the hidden and embedding components
 */
public record FeatureRecipe(
    int embedding, int hidden, int products, boolean contrasts, int random) {
  /** The form of a recipe's text, for messages. */
  public static final String FORM =
      "log with any of embedding=K, hidden=AxB, contrasts and random=K, separated by commas";

  /** The log of the reference alone: temperature. */
  public static final FeatureRecipe TEMPERATURE = new FeatureRecipe(0, 0, 0, false, 0);

  private static final Pattern PART =
      Pattern.compile("log|contrasts|(embedding|random)=(\\d{1,3})|hidden=(\\d{1,3})x(\\d{1,3})");

  /**
   * Checks the numbers.
   *
   * @param embedding principal components of the embeddings
   * @param hidden principal components of the hidden states
   * @param products the embedding components by which they are multiplied
   * @param contrasts whether each piece has a contrast of its own
   * @param random random features
   */
  public FeatureRecipe {
    checkArgument(
        embedding >= 0 && hidden >= 0 && products >= 0 && random >= 0,
        "a recipe has no negative numbers");
  }

  /**
   * Reads a recipe.
   *
   * @param text of the form {@link #FORM}
   * @return the recipe
   * @throws IllegalArgumentException if the text has another form
   */
  public static FeatureRecipe parse(String text) {
    FeatureRecipe recipe = TEMPERATURE;
    List<String> parts = Splitter.on(',').trimResults().splitToList(text);
    checkArgument(parts.contains("log"), "recipe \"%s\": the form is %s", text, FORM);
    for (String part : parts) {
      Matcher matcher = PART.matcher(part);
      checkArgument(
          matcher.matches(), "recipe \"%s\": \"%s\" is no part; the form is %s", text, part, FORM);
      recipe = recipe.with(part, matcher);
    }
    return recipe;
  }

  private FeatureRecipe with(String part, Matcher matcher) {
    if (part.equals("contrasts")) {
      return new FeatureRecipe(embedding, hidden, products, true, random);
    }
    if (part.startsWith("embedding")) {
      int k = Integer.parseInt(matcher.group(2));
      return new FeatureRecipe(k, hidden, products, contrasts, random);
    }
    if (part.startsWith("random")) {
      int k = Integer.parseInt(matcher.group(2));
      return new FeatureRecipe(embedding, hidden, products, contrasts, k);
    }
    if (part.startsWith("hidden")) {
      int a = Integer.parseInt(matcher.group(3));
      int b = Integer.parseInt(matcher.group(4));
      return new FeatureRecipe(embedding, a, b, contrasts, random);
    }
    return this;
  }

  /** Whether features are made of hidden states or embeddings. */
  boolean needsRepresentation() {
    return embedding > 0 || products > 0 || random > 0;
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(List.of("log"));
    if (embedding > 0) {
      parts.add("embedding=" + embedding);
    }
    if (hidden > 0 || products > 0) { // random features see components that make no products
      parts.add("hidden=" + hidden + "x" + products);
    }
    if (contrasts) {
      parts.add("contrasts");
    }
    if (random > 0) {
      parts.add("random=" + random);
    }
    return String.join(",", parts);
  }
}

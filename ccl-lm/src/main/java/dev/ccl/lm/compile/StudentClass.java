package dev.ccl.lm.compile;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.recipe.FittedRecipe;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A class of students on a recipe's features. All contain the reference at a temperature.
 *
 * @param name linear (the paper's), residual (the model's own logits and a linear correction) or
 *     bilinear
 * @param rank the number of products of a state feature and a token feature in a bilinear logit,
 *     else 0
 */
public record StudentClass(String name, int rank) {
  /** θᵀφ<sub>stu</sub>. */
  public static final StudentClass LINEAR = new StudentClass("linear", 0);

  /** log π<sub>pre</sub> + θᵀφ<sub>stu</sub>. */
  public static final StudentClass RESIDUAL = new StudentClass("residual", 0);

  private static final Pattern BILINEAR = Pattern.compile("bilinear=([1-9]\\d?)");

  /**
   * Reads a class.
   *
   * @param text {@code linear}, {@code residual} or {@code bilinear=R} with a rank R
   * @return the class
   */
  public static StudentClass parse(String text) {
    Matcher matcher = BILINEAR.matcher(text);
    if (matcher.matches()) {
      return new StudentClass("bilinear", Integer.parseInt(matcher.group(1)));
    }
    checkArgument(
        text.equals(LINEAR.name) || text.equals(RESIDUAL.name),
        "student: \"%s\" is none of linear, residual and bilinear=R with R from 1 to 99",
        text);
    return new StudentClass(text, 0);
  }

  /**
   * The parameter whose policy is the reference to some power. In the bilinear class the constant
   * of the state times the log of the reference is one product; the other products start with small
   * state factors and no token factors, since all would stay where all factors are 0.
   */
  double[] start(FittedRecipe recipe, double power) {
    if (rank == 0) {
      return recipe.exponent(equals(RESIDUAL) ? power - 1 : power);
    }
    int states = recipe.stateWidth();
    int tokens = recipe.tokenWidth();
    double[] theta = new double[rank * (states + tokens)];
    double factor = Math.sqrt(power * recipe.logFactor());
    theta[states - 1] = factor;
    theta[rank * states + tokens - 1] = factor;
    for (int k = 1; k < rank; k++) {
      theta[k * states + (k - 1) % states] = 1;
    }
    return theta;
  }

  @Override
  public String toString() {
    return rank > 0 ? name + "=" + rank : name;
  }
}

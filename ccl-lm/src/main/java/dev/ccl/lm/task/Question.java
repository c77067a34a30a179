package dev.ccl.lm.task;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import java.util.Map;

/**
 * One question of a task.
 *
 * @param id its name, unique in the task; learners see it, so it never says the right answer
 * @param type of which of the task's types it is; shifts are mixtures of types, and no learner sees
 *     them
 * @param kind what anybody can tell of it from its text, so that learners may know it; it never
 *     follows from the right answer. Mostly the type, but not where types differ in what is right,
 *     such as true and false statements
 * @param group questions of one group are never on both sides of a split, so that a target question
 *     is new in substance and not only in wording; learners see it as they see the id
 * @param text what the model is asked
 * @param opening how its answer already begins; often empty
 * @param facts what the verifier knows about it; the model and the features never see them
 */
public record Question(
    String id,
    String type,
    String kind,
    String group,
    String text,
    String opening,
    ImmutableMap<String, String> facts) {

  /**
   * Checks the parts.
   *
   * @param id its name, unique in the task
   * @param type of which of the task's types it is
   * @param kind what anybody can tell of it from its text
   * @param group which questions are on the same side of a split
   * @param text what the model is asked
   * @param opening how its answer already begins
   * @param facts what the verifier knows about it
   */
  public Question {
    checkArgument(!id.isEmpty(), "a question has an empty id");
    checkArgument(!type.isEmpty(), "question \"%s\": the type is empty", id);
    checkArgument(!text.isEmpty(), "question \"%s\": the text is empty", id);
  }

  /**
   * Makes a question whose type is its kind.
   *
   * @param id its name, unique in the task
   * @param type of which of the task's types it is; anybody can tell it from the text
   * @param group which questions are on the same side of a split
   * @param text what the model is asked
   * @param opening how its answer already begins
   * @param facts what the verifier knows about it
   */
  public Question(
      String id,
      String type,
      String group,
      String text,
      String opening,
      ImmutableMap<String, String> facts) {
    this(id, type, type, group, text, opening, facts);
  }

  /**
   * Returns a question of which the model begins the answer itself.
   *
   * @param id its name, unique in the task
   * @param type of which of the task's types it is, which is its kind
   * @param group which questions are on the same side of a split
   * @param text what the model is asked
   * @param facts what the verifier knows about it
   * @return the question
   */
  public static Question of(
      String id, String type, String group, String text, Map<String, String> facts) {
    return new Question(id, type, group, text, "", ImmutableMap.copyOf(facts));
  }

  /**
   * Returns a fact as a whole number.
   *
   * @param key its key
   * @return the number
   * @throws VerifierException if there is no such fact or it is no whole number
   */
  public int number(String key) {
    String value = fact(key);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new VerifierException(
          String.format("question \"%s\": fact \"%s\" is \"%s\", no whole number", id, key, value));
    }
  }

  /**
   * Returns a fact.
   *
   * @param key its key
   * @return its value
   * @throws VerifierException if there is no such fact
   */
  public String fact(String key) {
    String value = facts.get(key);
    if (value == null) {
      throw new VerifierException(
          String.format("question \"%s\" has no fact \"%s\"; it has %s", id, key, facts.keySet()));
    }
    return value;
  }
}

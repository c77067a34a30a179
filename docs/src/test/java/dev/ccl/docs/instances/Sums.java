package dev.ccl.docs.instances;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceBuilder;
import dev.ccl.core.mdp.Vocabulary;
import java.util.List;
import java.util.Map;

/** The instance of instances.md, made from Java objects. */
public final class Sums {
  private Sums() {}

  public static Instance instance() {
    // region builder
    Map<String, String> right = Map.of("2+2", "4", "3+4", "7", "5+1", "6", "4+4", "8");
    Vocabulary words = Vocabulary.of(List.of("4", "6", "7", "8", "EOS", "null"), "EOS", "null");
    Instance instance =
        InstanceBuilder.of("sums", words, 1)
            .constants(1.0, 2.0)
            .calibration(
                new double[] {0.3, 0.4},
                (question, prefix, token) ->
                    new double[] {
                      token.equals(right.get(question)) ? 0.8 : 0, token.equals("EOS") ? 0.5 : 0
                    })
            .student(
                new double[] {0},
                (question, prefix, token) ->
                    new double[] {
                      token.equals(right.get(question))
                          ? 0.5
                          : token.equals("EOS") ? 0 : 0.1 * words.id(token)
                    })
            .prompts(List.of("2+2", "3+4"), List.of("5+1", "4+4"))
            .verifier((question, answer) -> answer.get(0).equals(right.get(question)) ? 1 : 0)
            .build();
    // endregion
    return instance;
  }
}

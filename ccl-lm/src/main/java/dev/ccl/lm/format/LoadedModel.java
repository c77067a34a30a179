package dev.ccl.lm.format;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A model with what it needs to be asked.
 *
 * @param model the model
 * @param tokenizer its tokens
 * @param template how it wants questions to be put
 */
public record LoadedModel(LanguageModel model, Tokenizer tokenizer, ChatTemplate template) {
  /**
   * Returns the same with another number of threads, where the model is one of ours.
   *
   * @param threads at least 1
   * @return the same answers
   */
  public LoadedModel withThreads(int threads) {
    return model instanceof LlamaModel llama
        ? new LoadedModel(llama.withThreads(threads), tokenizer, template)
        : this;
  }

  /**
   * Puts a question.
   *
   * @param question the user's words
   * @return the prefix after which the answer begins
   */
  public int[] prompt(String question) {
    return template.prompt(question, tokenizer);
  }

  /**
   * Continues a prefix by the most probable token, the smallest of equals, until an end token or
   * the end of the context. What the model has beyond the tokens of its tokenizer is never said.
   *
   * @param prefix not empty; read
   * @param limit the largest number of tokens
   * @return the tokens that follow, without the end token
   */
  public int[] greedy(int[] prefix, int limit) {
    int[] ends = template.ends(tokenizer);
    int known = Math.min(model.vocabulary(), tokenizer.vocabulary());
    int[] all = IntStream.range(0, known).toArray();
    double[] logs = new double[all.length];
    long most = Math.min(limit, (long) model.context() - prefix.length + 1);
    int[] answer = new int[(int) Math.max(0, most)];
    PrefixTree tree = model.tree();
    int node = tree.add(PrefixTree.EMPTY, prefix);
    for (int count = 0; count < answer.length; count++) {
      tree.read(new int[] {node}, (i, at) -> at.logProbabilities(all, logs));
      int best = 0;
      for (int id = 1; id < logs.length; id++) {
        best = logs[id] > logs[best] ? id : best;
      }
      int next = best;
      checkArgument(!Double.isNaN(logs[best]), "the model's probabilities are no numbers");
      if (IntStream.of(ends).anyMatch(end -> end == next)) {
        return Arrays.copyOf(answer, count);
      }
      answer[count] = best;
      node = tree.add(node, best);
    }
    return answer;
  }
}

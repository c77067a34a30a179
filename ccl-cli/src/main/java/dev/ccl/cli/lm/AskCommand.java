package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.format.LoadedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ccl lm ask}: see a model answer. */
@Command(
    name = "ask",
    description = "Puts a question to a model and prints its most probable words one by one.")
final class AskCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Weights weights;

  @Parameters(index = "0", paramLabel = "QUESTION", description = "the user's words")
  private String question;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "100",
      description = "end the answer after N tokens (default: ${DEFAULT-VALUE})")
  private int tokens;

  @Override
  public Integer call() throws IOException {
    checkArgument(tokens >= 1, "--tokens: %s is not at least 1", tokens);
    checkArgument(!question.isBlank(), "QUESTION: nothing is asked");
    LoadedModel model = weights.open();
    int[] prompt = model.prompt(question);
    PrintWriter out = spec.commandLine().getOut();
    int[] answer = model.greedy(prompt, tokens);
    out.println(model.tokenizer().continuation(answer).strip());
    out.flush();
    int context = model.model().context();
    if (answer.length < tokens && prompt.length + answer.length > context) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          Locale.ROOT,
          "ccl: warning: the answer is cut off after %d tokens, where the model's context of %d is"
              + " full%n",
          answer.length,
          context);
      err.flush();
    }
    return 0;
  }
}

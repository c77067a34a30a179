package dev.ccl.core.growing;

import dev.ccl.core.math.Softmax;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;

/**
 * Splits the rollouts of a batch over prompts, and those at a state over its tokens. The draws
 * belong to the name of the batch and the path of the state. A workspace of one thread.
 */
final class Splitter {
  private final RandomStreams streams;
  private final RandomStream stream = RandomStream.of(0, 0, 0, 0);
  private final double[] logits;
  private final double[] scratch;

  Splitter(RandomStreams streams, int widest, int prompts) {
    this.streams = streams;
    this.logits = new double[widest];
    this.scratch = new double[Math.max(widest, prompts)];
  }

  /** Overwrites the first entries of an array with the number of rollouts of each prompt. */
  void prompts(Flow flow, double[] weights, double[] out) {
    streams.rekey(stream, flow.purpose(), flow.round(), flow.update() << 32);
    if (flow.isStratified()) {
      spreadEvenly(flow.total(), weights, out);
    } else {
      split(flow, flow.total(), weights, 0, weights.length, out);
    }
  }

  private void spreadEvenly(double total, double[] weights, double[] out) {
    double offset = stream.nextDouble();
    double sum = 0;
    double before = 0;
    for (int r = 0; r < weights.length - 1; r++) {
      sum += weights[r];
      double upTo = Math.min(Math.floor(total * sum + offset), total);
      out[r] = upTo - before;
      before = upTo;
    }
    out[weights.length - 1] = total - before;
  }

  /** Computes the law of a node and splits its rollouts; all three arrays are by edge. */
  void tokens(Flow flow, int i, double[] log, double[] probability, double[] rollouts) {
    int from = flow.firstEdge(i);
    int to = flow.firstEdge(i + 1);
    flow.policy().accept(flow.state(i), logits);
    System.arraycopy(logits, 0, log, from, to - from);
    Softmax.lawByWeights(log, from, to, probability);
    streams.rekey(stream, flow.purpose(), flow.round(), flow.update(), flow.state(i).key());
    split(flow, flow.count(i), probability, from, to, rollouts);
  }

  private void split(Flow flow, double n, double[] weights, int from, int to, double[] out) {
    if (flow.isDrawnOneByOne()) {
      Arrays.fill(out, from, to, 0.0);
      for (double left = n; left > 0; left--) {
        out[Multinomial.drawOne(stream, weights, from, to)]++;
      }
    } else {
      Multinomial.split(stream, n, weights, from, to, scratch, out);
    }
  }
}

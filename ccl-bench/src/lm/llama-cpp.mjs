// Tokens per CPU second of llama.cpp, beside dev.ccl.bench.ModelRate:
//   npm install --ignore-scripts node-llama-cpp && node llama-cpp.mjs FILE PROMPT FOLLOWING
import {getLlama} from "node-llama-cpp";

const [file, length, following] = process.argv.slice(2);
const llama = await getLlama({gpu: false, build: "never", logLevel: "error", maxThreads: 1});
const model = await llama.loadModel({modelPath: file, gpuLayers: 0});
const context = await model.createContext({contextSize: 512, threads: 1, batchSize: 64});
const sequence = context.getSequence();
const prompt = Array.from({length: Number(length)}, (_, i) => 3 + (i * 37) % 200);

async function rate(tokens, work) {
  const begun = process.cpuUsage();
  await work();
  const used = process.cpuUsage(begun);
  return tokens / ((used.user + used.system) * 1e-6);
}

const prefill = [];
const decode = [];
for (let i = 0; i < 5; i++) {
  await sequence.clearHistory();
  prefill.push(await rate(prompt.length, () => sequence.evaluateWithoutGeneratingNewTokens(prompt)));
  decode.push(
    await rate(Number(following), async () => {
      for (let t = 0; t < Number(following); t++) {
        await sequence.evaluateWithoutGeneratingNewTokens([3 + t]);
      }
    }));
}
const middle = (rates) => rates.sort((a, b) => a - b)[2].toFixed(1);
console.log(`${file}: llama.cpp, prompt ${middle(prefill)}, following ${middle(decode)} tokens per CPU second`);
process.exit(0);

/** Grows one thread with the saver of this name, and prints as JSON what each stage costs. Started by `checkpoints.ts`. */
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { mergeCapabilityContextData } from "@tidemark/reducers";
import { contender } from "./checkpoint-contenders.ts";
import { cpu, median } from "./cpu-time.ts";

const [name = "tidemark", file = ":memory:", ...stages] = process.argv.slice(2);
const { saver, bytes } = contender(name, file);

/** Text that no two savers could tell apart from what people write, but that nobody has written before. */
let seed = 1;
const words = (length: number): string => {
  let text = "";
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
};

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  context: Annotation<Record<string, Record<string, Record<string, unknown>>>>({
    reducer: (current, update) => mergeCapabilityContextData(current, update),
    default: () => ({}),
  }),
});

let step = 0;
const work = (index: number) => () => {
  step += 1;
  const context = { [`TYPE_${index}`]: { [`key_${step}`]: { text: words(1_000), step } } };
  return index === 5 ? { context, messages: [new AIMessage({ id: `a${step}`, content: words(60) })] } : { context };
};

const app = new StateGraph(State)
  .addNode("n1", work(1))
  .addNode("n2", work(2))
  .addNode("n3", work(3))
  .addNode("n4", work(4))
  .addNode("n5", work(5))
  .addEdge(START, "n1")
  .addEdge("n1", "n2")
  .addEdge("n2", "n3")
  .addEdge("n3", "n4")
  .addEdge("n4", "n5")
  .addEdge("n5", END)
  .compile({ checkpointer: saver });

const config = { configurable: { thread_id: "thread" }, durability: "sync" as const };
const costs: number[] = [];
const last = Math.max(...stages.map(Number));
for (let turn = 1; turn <= last; turn += 1) {
  const start = cpu();
  await app.invoke({ messages: [new HumanMessage({ id: `h${turn}`, content: words(40) })] }, config);
  costs.push((cpu() - start) / 1_000);
  if (!stages.includes(String(turn))) continue;
  const snapshot: { readonly values: unknown } = await app.getState(config);
  const state = Buffer.byteLength(JSON.stringify(snapshot.values));
  process.stdout.write(`${JSON.stringify({ turn, bytes: bytes(), state, milliseconds: median(costs.slice(-9)) })}\n`);
}

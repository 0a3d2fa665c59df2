/** Takes turns of one contender on one thread, and prints as JSON what they cost at each stage. Started by `thread-turns.ts`. */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { contender } from "./checkpoint-contenders.ts";
import { cpu } from "./cpu-time.ts";
import { workedByAiSdk } from "./tool-turns-ai.ts";
import { workedByHand, workedByTidemark } from "./tool-turns-graphs.ts";
import { workedBySupervisor, workedBySwarm } from "./tool-turns-peers.ts";
import { LAST } from "./tool-turns.ts";
import type { TurnGraph } from "./turn-graphs.ts";

process.env["NODE_ENV"] = "production";

type Make = (saver: BaseCheckpointSaver) => {
  turn(threadId: string): ReturnType<TurnGraph["turn"]> | Promise<readonly object[]>;
};

const graphs: Readonly<Record<string, Make>> = {
  tidemark: workedByTidemark,
  "by hand": workedByHand,
  supervisor: workedBySupervisor,
  swarm: workedBySwarm,
  "AI SDK": workedByAiSdk,
};

const [name = "", place = ":memory:", ...stages] = process.argv.slice(2);
const [made = "", on = ""] = name.split(", ");
const { saver, close } = await contender(
  on === "sqliteSaver" ? "tidemark" : on === "nothing stored" ? "memory" : on.replace("stock ", ""),
  place,
);
const graph = graphs[made]?.(saver);
if (graph === undefined) throw new Error(`Nothing is called ${made}.`);
const costs: number[] = [];
for (let turn = 1; turn <= Math.max(...stages.map(Number)); turn += 1) {
  const start = cpu();
  const messages = await graph.turn("thread");
  costs.push((cpu() - start) / 1_000);
  if (stages.includes(String(turn))) checkKept(JSON.stringify(messages), turn);
  if (stages.includes(String(turn)))
    process.stdout.write(`${JSON.stringify({ turn, milliseconds: costs.slice(-9) })}\n`);
}
await close();

function checkKept(messages: string, turn: number): void {
  if (!messages.includes(LAST)) throw new Error(`${name} did not get to its last answer.`);
  if (messages.length < 2_000 * turn) throw new Error(`${name} did not keep what its tools said.`);
}

/** Takes turns of one contender on one thread, and prints as JSON what they cost at each stage. Started by `thread-turns.ts`. */
import { contender } from "./checkpoint-contenders.ts";
import { cpu } from "./cpu-time.ts";
import { plannedByHand } from "./turn-by-hand.ts";
import type { MakeTurnGraph } from "./turn-graphs.ts";
import { handedOnBySwarm, plannedBySupervisor } from "./turn-peers.ts";
import { plannedByTidemark } from "./turn-tidemark.ts";

process.env["NODE_ENV"] = "production";

const graphs: Readonly<Record<string, MakeTurnGraph>> = {
  tidemark: plannedByTidemark,
  "by hand": plannedByHand,
  supervisor: plannedBySupervisor,
  swarm: handedOnBySwarm,
};

const [name = "", place = ":memory:", ...stages] = process.argv.slice(2);
const [made = "", on = ""] = name.split(", ");
const { saver, close } = await contender(on === "sqliteSaver" ? "tidemark" : on.replace("stock ", ""), place);
const graph = graphs[made]?.(saver);
if (graph === undefined) throw new Error(`Nothing is called ${made}.`);
const costs: number[] = [];
for (let turn = 1; turn <= Math.max(...stages.map(Number)); turn += 1) {
  const start = cpu();
  await graph.turn("thread");
  costs.push((cpu() - start) / 1_000);
  if (stages.includes(String(turn)))
    process.stdout.write(`${JSON.stringify({ turn, milliseconds: costs.slice(-9) })}\n`);
}
await close();

/**
 * Prints what a turn with three agents costs in CPU time beside its models, against the same turn by others and by hand.
 *
 * Run it with `node benchmarks/src/turn.ts`; with `--check` it fails when a turn costs more beside the supervisor
 * or the swarm than it may.
 */
import { handedOnByHand, plannedByHand } from "./turn-by-hand.ts";
import { quick, report, type Result, summary } from "./report.ts";
import { turnCosts } from "./turn-costs.ts";
import { handedOnBySwarm, plannedBySupervisor } from "./turn-peers.ts";
import { handedOnByTidemark, plannedByTidemark } from "./turn-tidemark.ts";

process.env["NODE_ENV"] = "production";

const measured = quick ? { turns: 10, rounds: 6, warmUp: 3 } : { turns: 10, rounds: 60, warmUp: 25 };
const results: Result[] = [];
for (const { turn, peer, allowed, contenders } of [
  {
    turn: "a plan of two steps",
    peer: "langgraph-supervisor",
    allowed: 1.25,
    contenders: { tidemark: plannedByTidemark, "langgraph-supervisor": plannedBySupervisor, "by hand": plannedByHand },
  },
  {
    turn: "an agent hands on",
    peer: "langgraph-swarm",
    allowed: 3.25,
    contenders: { tidemark: handedOnByTidemark, "langgraph-swarm": handedOnBySwarm, "by hand": handedOnByHand },
  },
]) {
  const costs = await turnCosts({ ...measured, contenders });
  for (const { name, samples, factor, calls, checkpoints } of costs) {
    const subject = `${turn}, on a new thread`;
    const contender = `${name} (${calls} model calls, ${checkpoints} checkpoints)`;
    results.push({ subject, contender, unit: "µs", ...summary(samples), ratio: factor });
  }
  const times = 1 / (costs.find(({ name }) => name === peer)?.factor ?? 0);
  if (process.argv.includes("--check") && times > allowed) {
    process.stderr.write(`A turn costs ${times.toFixed(2)} times what it costs with ${peer}; ${allowed} is allowed.\n`);
    process.exitCode = 1;
  }
}
report("CPU time of a turn, models at no cost", results);

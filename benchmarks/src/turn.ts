/**
 * Prints the CPU time of a turn with three agents, without its models, against other frameworks and plain LangGraph.
 *
 * Run it with `node benchmarks/src/turn.ts`; with `--check` it fails when a turn with a plan costs over 1.1 times the supervisor's or 3.5
 * times plain LangGraph's, or a handoff without a plan over 1.25 times the swarm's or 4 times plain LangGraph's.
 */
import { plainHandoff, plainPlan } from "./turns/plain.ts";
import { checkAtMost } from "./measure/limits.ts";
import { quick, report, type Result, summary } from "./measure/report.ts";
import { turnCosts } from "./turns/costs.ts";
import { swarmHandoff, supervisorPlan } from "./turns/peers.ts";
import { tidemarkEntry, tidemarkHandoff, tidemarkPlan } from "./turns/tidemark.ts";

process.env["NODE_ENV"] = "production";

const measured = quick ? { turns: 10, rounds: 6, warmUp: 3 } : { turns: 10, rounds: 60, warmUp: 25 };
const results: Result[] = [];
for (const { turn, limits, contenders } of [
  {
    turn: "a plan of two steps",
    limits: { "langgraph-supervisor": 1.1, "plain LangGraph": 3.5 },
    contenders: { tidemark: tidemarkPlan, "langgraph-supervisor": supervisorPlan, "plain LangGraph": plainPlan },
  },
  {
    turn: "a handoff in a plan",
    limits: { "langgraph-swarm": 2 },
    contenders: { tidemark: tidemarkHandoff, "langgraph-swarm": swarmHandoff, "plain LangGraph": plainHandoff },
  },
  {
    turn: "a handoff without a plan",
    limits: { "langgraph-swarm": 1.25, "plain LangGraph": 4 },
    contenders: { tidemark: tidemarkEntry, "langgraph-swarm": swarmHandoff, "plain LangGraph": plainHandoff },
  },
]) {
  const costs = await turnCosts({ ...measured, contenders });
  for (const { name, samples, factor, calls, checkpoints } of costs) {
    const subject = `${turn}, on a new thread`;
    const contender = `${name} (${calls} model calls, ${checkpoints} checkpoints)`;
    results.push({ subject, contender, unit: "µs", ...summary(samples), ratio: factor });
  }
  for (const [peer, allowed] of Object.entries(limits)) {
    const times = 1 / (costs.find(({ name }) => name === peer)?.factor ?? 0);
    checkAtMost(`${turn}, against ${peer}`, times, allowed);
  }
}
report("CPU time of a turn, without models", results);

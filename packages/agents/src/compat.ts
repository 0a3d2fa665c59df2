export { BaseAgent } from "./compat/base-agent.graph.ts";
export { executePlan } from "./plans/execution.ts";

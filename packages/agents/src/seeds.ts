export { BaseAgent } from "./seeds/base-agent.graph.ts";
export { executePlan } from "./seeds/execute-plan.ts";

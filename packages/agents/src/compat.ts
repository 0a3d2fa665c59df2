export { BaseAgent } from "./compat/base-agent.graph.ts";
export { executePlan } from "./compat/execute-plan.ts";

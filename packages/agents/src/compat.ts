export { BaseAgent } from "./compat/base-agent.graph.ts";

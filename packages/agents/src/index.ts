export { type AgentDescription, type AgentOutline, describeAgent } from "./agent-description.ts";
export { agentErrors } from "./errors.ts";
export { type AgentRegistry, defineRegistry } from "./registry.ts";

/** Names of the nodes that `createAgentGraph` adds around the agents. */
const builtInNodes = [
  "turn_start",
  "turn_guard",
  "history_summary",
  "commit",
  "task_extraction",
  "classifier",
  "planner",
  "approval",
  "respond",
  "clarify",
  "error",
];

const names: ReadonlySet<string> = new Set(builtInNodes);

/** True for the name of a node that `createAgentGraph` adds. Agents cannot have it. */
export const isBuiltInNode = (name: string): boolean => names.has(name);

// For the packages of Tidemark only. Nothing here is supported: names change without a major version.

export type { CommandProcess, InspectCommand } from "./command/command-process.ts";
export { inspectCommands } from "./command/run-command.graph.ts";
export { checkGraph } from "./check/check-graph.graph.ts";
export { RULES } from "./check/finding.ts";

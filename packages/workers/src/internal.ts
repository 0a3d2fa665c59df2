export type { Command, CommandIo } from "./commands/command.ts";
export { workerCommands } from "./commands/commands.graph.ts";

export type { Result, TerminalApplication } from "./application.ts";
export { type CommandLine, readCommandLine, readName } from "./command-line.ts";
export { type Conversation, openConversation, resultOf, type Turn } from "./conversation.ts";
export { terminalErrors } from "./errors.ts";
export {
  type OpenedProgram,
  type Print,
  type ProcessContext,
  type Program,
  runProgram,
  startProgram,
  writeNamedFile,
} from "./program.ts";

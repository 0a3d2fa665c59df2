export type { Result, TerminalApplication } from "./application.ts";
export { type CommandLine, modelName, readCommandLine, readName } from "./command-line.ts";
export { type Conversation, openConversation, resultOf, type Turn } from "./conversation.ts";
export { terminalErrors } from "./errors.ts";
export { explainingFailures, openDatabase } from "./open-database.ts";
export type { Print, ProcessContext, Program, SampleConversation } from "./program.ts";
export { runProgram, startProgram, writeNamedFile } from "./run-program.ts";

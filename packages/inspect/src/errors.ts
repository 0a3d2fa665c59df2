import { defineErrors, type Errors } from "@tidemark/core-state/internal";

const table = {
  busy: (details: { threadId: string }) =>
    `Thread "${details.threadId}" is running. Wait until it has finished, or stop it.`,

  damaged: (details: { database: string; problem: string }) =>
    `${details.database} is damaged: ${details.problem}. Restore it from a backup.`,

  futureSchema: (details: { database: string; problem: string }) =>
    `${details.database} was written by a newer version: ${details.problem}`,

  invalidApp: (details: { file: string; problem: string; remedy: string }) =>
    `${details.file} cannot be used: ${details.problem}. ${details.remedy}`,

  invalidArguments: (details: { problem: string; usage: string }) => `${details.problem} Usage: ${details.usage}`,

  invalidRequest: (details: { problem: string }) => `The request was refused: ${details.problem}. Nothing was written.`,

  invalidOptions: (details: { problem: string; remedy: string }) => `inspector: ${details.problem}. ${details.remedy}`,

  locked: (details: { database: string }) =>
    `${details.database} is locked by another process. Wait until it has finished, or close it.`,

  missingPackage: (details: { name: string; purpose: string }) =>
    `The package "${details.name}" is needed ${details.purpose}. Install it: npm install ${details.name}`,

  missingPerson: (_details: object) => "Your name is missing. Enter it: the thread stores who made a change.",

  noDatabase: (details: { database: string }) =>
    `${details.database} does not exist. Pass the path of a SQLite file, or a URL that begins with postgres://.`,

  notReadable: (details: { database: string; problem: string }) =>
    `${details.database} cannot be read: ${details.problem}.`,

  noTables: (details: { database: string; found: string }) =>
    `${details.database} has no checkpoints of LangGraph: ${details.found}. Pass the database of a checkpointer.`,

  refused: (details: { threadId: string; action: string; rule: string }) =>
    `Thread "${details.threadId}" refused the ${details.action}: ${details.rule}. Nothing was written.`,

  threadExists: (details: { threadId: string }) =>
    `Thread "${details.threadId}" exists already. Choose another id for the copy.`,

  tooLarge: (details: { threadId: string; megabytes: number; turns: number }) =>
    `The newest ${details.turns} turns of thread "${details.threadId}" take up more than ${details.megabytes} MB. Share fewer turns.`,

  unknownField: (details: { field: string; threadId: string; nearest: string | null }) =>
    `Thread "${details.threadId}" has no field "${details.field}".` +
    (details.nearest === null ? " Check the name." : ` Did you mean "${details.nearest}"?`),

  unrecordedCall: (details: { node: string; prompt: string; known: number }) =>
    `"${details.node}" asked its model something that was not recorded: "${details.prompt}". ` +
    `The recording has ${details.known} answers of this node. Run it with live models.`,

  unknownStep: (details: { step: string; threadId: string }) =>
    `Thread "${details.threadId}" has no step "${details.step}". ` +
    `Pass turn and step such as "2.3", the number of a turn, the id of a checkpoint, "first" or "newest".`,

  unknownThread: (details: { threadId: string; nearest: string | null }) =>
    `Thread "${details.threadId}" does not exist.` +
    (details.nearest === null ? " Check the id." : ` Did you mean "${details.nearest}"?`),
};

/** Every error that `@tidemark/inspect` throws. */
export const inspectErrors: Errors<"inspect", typeof table> = /* @__PURE__ */ defineErrors("inspect", table);

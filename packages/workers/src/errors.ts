import { defineErrors, type Errors } from "@tidemark/core-state/internal";

const table = {
  changedRequest: (details: { turnId: string }) =>
    `The turn "${details.turnId}" was sent before with another request. Use a new idempotencyKey for another request.`,

  futureSchema: (details: { found: number; known: number }) =>
    `The database has schema ${details.found} of turns, and this version knows ${details.known}. Upgrade @tidemark/workers.`,

  invalidOption: (details: { option: string; found: string; expected: string }) =>
    `"${details.option}" must be ${details.expected}, but it is ${details.found}.`,

  invalidRequest: (details: { at: string; found: string }) =>
    `The request cannot be stored: ${details.at} is ${details.found}. Send values that JSON can represent.`,

  noEngine: (details: { name: string }) =>
    `The turns "${details.name}" have no engine. Pass engine to defineTurns, such as localEngine({ file }).`,

  notPermitted: (details: { role: string; schema: string; missing: string; sql: string }) =>
    `The role "${details.role}" cannot use the schema "${details.schema}": ${details.missing}. ` +
    `Use the turns once, such as turns.measure(), with a role that may create tables there, or run this as an administrator: ${details.sql}`,

  notDelivered: (details: { turnId: string; problem: string }) =>
    `The turn "${details.turnId}" is stored, and the queue of the engine does not answer: ${details.problem}. Workers find the turn by themselves, but later. Send the request again with the same idempotencyKey to deliver it.`,

  oneWorker: (details: { engine: string }) =>
    `This process has a worker of ${details.engine} or uses its SDK itself. Run one worker in a process, and start another process for more.`,

  missingArgument: (details: { command: string; argument: string }) =>
    `${details.command} needs ${details.argument}. Run it with --help.`,

  missingPackage: (details: { name: string; by: string }) =>
    `${details.by} needs the package "${details.name}". Install it with npm install ${details.name}.`,

  noApp: (details: { file: string; problem: string; remedy: string }) =>
    `"${details.file}" cannot be loaded: ${details.problem}. ${details.remedy}`,

  noFile: (details: { command: string; file: string }) =>
    `The file "${details.file}" does not exist, and only tidemark worker creates it. Start a worker first, or name its file with --file for ${details.command}.`,

  noQuestion: (details: { threadId: string; id: string | null; open: readonly string[] }) =>
    `The thread "${details.threadId}" has no open question${details.id === null ? "" : ` with the id "${details.id}"`}. ${details.open.length === 0 ? "Look at it with tidemark status." : `Open are: ${details.open.join(", ")}.`}`,

  noTurns: (details: { file: string; found: string }) =>
    `"${details.file}" must export "turns": the result of defineTurns, or a function of { engine, saver } that returns it. It is ${details.found}.`,

  otherEngine: (details: { file: string; engine: string; option: string }) =>
    `The turns of "${details.file}" have the engine "${details.engine}", so ${details.option} has no effect. Remove the option, or export a function of { engine, saver }.`,

  portInUse: (details: { port: number; host: string; problem: string }) =>
    `The monitor cannot listen on ${details.host}:${details.port}: ${details.problem}. Choose another port.`,

  severalQuestions: (details: { threadId: string; open: readonly string[] }) =>
    `The thread "${details.threadId}" has several open questions: ${details.open.join(", ")}. Name one with --id.`,

  unavailable: (details: { problem: string; remedy: string }) =>
    `The storage of turns does not answer: ${details.problem}. ${details.remedy}`,

  unknownEngine: (details: { engine: string; known: readonly string[] }) =>
    `There is no engine "${details.engine}". Use one of: ${details.known.join(", ")}.`,

  unknownFlag: (details: { command: string; flag: string; nearest: string | null }) =>
    `${details.command} has no option ${details.flag}.${details.nearest === null ? " Run it with --help." : ` Did you mean ${details.nearest}?`}`,

  unknownTurn: (details: { turnId: string }) =>
    `There is no turn "${details.turnId}". It was never accepted, or its record has expired.`,
};

/** Errors of this package, with the details of each. */
export const workerErrors: Errors<"workers", typeof table> = defineErrors("workers", table);

/** Error of a storage that does not answer. The caller that sent something adds what became of it. */
export function unavailable(error: unknown): Error {
  const problem = withoutStop(messageOf(error));
  return workerErrors.unavailable({ problem, remedy: "Check that it runs and can be reached." }, { cause: error });
}

/** A message without the full stop at its end, for the middle of a sentence. */
export const withoutStop = (message: string): string => message.trim().replace(/[.]+$/, "");

/** Message of an error, for another error that has it as its cause. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

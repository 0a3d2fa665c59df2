import { defineErrors, type Errors } from "@tidemark/core-state/internal";
import { FENCED } from "./locks/lease-names.ts";

const table = {
  connectionLost: (details: { problem: string }) =>
    `The connection to the database was lost: ${details.problem}. What was being written is stored whole or not at all; ` +
    "writing it again does no harm.",

  corrupt: (details: { threadId: string; checkpointId: string; found: string; newestGood: string | null }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" is damaged: ${details.found}. ` +
    (details.newestGood === null
      ? "No other checkpoint of the thread can be read; restore the database from a copy."
      : `Go on from checkpoint "${details.newestGood}", the newest one that can be read.`),

  fenced: (details: { threadId: string }) =>
    `Thread "${details.threadId}" has gone to another writer since (${FENCED}), so nothing was stored. ` +
    "Begin the turn again under a lease of its own.",

  foreignTable: (details: { table: string }) =>
    `The database has a table "${details.table}" of another saver. Give Tidemark a file or a schema of its own, and copy the threads over.`,

  futureSchema: (details: { found: number; known: number }) =>
    `The database has schema ${details.found}, and this version knows ${details.known}. Upgrade @tidemark/checkpoint.`,

  invalidId: (details: { id: "thread_id" | "checkpoint_id"; found: string }) =>
    `${details.id} must be text without a NUL character, but it is ${details.found}. Pass a string.`,

  invalidInstant: (details: { at: string }) =>
    `"${details.at}" is no instant. Write it as ISO 8601 in universal time: 2026-01-31T12:00:00Z.`,

  invalidPolicy: (details: { policy: string }) =>
    `${details.policy} does not say what to keep, and nothing was removed. Say { keepLast } or { keepTurns } with a whole number, or { olderThan } with an instant.`,

  invalidLease: (details: { leaseMilliseconds: number }) =>
    `A lease lasts a whole number of milliseconds, at least 50, not ${details.leaseMilliseconds}. ` +
    `Choose more than the longest time that the process may be blocked.`,

  invalidOption: (details: { option: string; found: string; known: readonly string[] }) =>
    `"${details.option}" cannot be ${details.found}. Use one of: ${details.known.map((each) => `"${each}"`).join(", ")}.`,

  locksUnavailable: (details: { threadId: string; problem: string }) =>
    `The locks of thread "${details.threadId}" cannot be used now: ${details.problem}. ` +
    `Repeat the call when the cause is gone; a lease that could not be released expires by itself.`,

  missingId: (details: { id: "thread_id" | "checkpoint_id" }) =>
    `"config.configurable" has no ${details.id}. Pass it as text: { configurable: { ${details.id}: "…" } }.`,

  noSuchThread: (details: { threadId: string }) => `There is no thread "${details.threadId}". Check the id.`,

  threadExists: (details: { threadId: string }) =>
    `Thread "${details.threadId}" exists already. Copy to an id that is free, or delete the thread first.`,

  tooLarge: (details: { problem: string }) =>
    `The thread was not imported: ${details.problem}. Remove what it repeats, or import a part of it.`,

  unavailable: (details: { problem: string }) =>
    `The database cannot be used now: ${details.problem}. Nothing of the operation was stored; repeat it when the cause is gone.`,

  unequal: (details: { threadId: string; checkpointId: string }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" did not arrive as it was sent. ` +
    "The thread was taken out again; the saver that it comes from does not give back what it was given.",

  unreadable: (details: { problem: string }) =>
    `The stored text cannot be read: ${details.problem}. It was cut off, changed, or written by another serializer.`,

  unstorable: (details: { at: string; found: string }) =>
    `${details.at === "" ? "The value" : `"${details.at}"`} holds ${details.found}, which no checkpoint could give back. ` +
    `Store JSON, dates, bytes, sets, maps, errors or messages.`,

  unsupported: (details: { at: string; found: string }) =>
    `"${details.at}" holds ${details.found}, which this saver could not give back as it is. ` +
    "Nothing was stored; give the saver a strictSerializer(), or take the value out of the document.",

  unsynced: (details: { problem: string }) =>
    `The disk did not take what was written: ${details.problem}. It is stored whole or not at all; writing it again does no harm.`,
};

/** Every error that `@tidemark/checkpoint` throws. */
export const checkpointErrors: Errors<"checkpoint", typeof table> = /* @__PURE__ */ defineErrors("checkpoint", table);

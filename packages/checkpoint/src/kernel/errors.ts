import { defineErrors, type Errors } from "@tidemark/core-state/internal";
import { FENCED } from "./lease-names.ts";

const table = {
  connectionLost: (details: { problem: string }) =>
    `The connection to the database was lost: ${details.problem}. The write is stored completely or not at all. ` +
    "Repeat it; repeating is safe.",

  corrupt: (details: { threadId: string; checkpointId: string; found: string; newestGood: string | null }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" is damaged: ${details.found}. ` +
    (details.newestGood === null
      ? "No other checkpoint of the thread can be read. Restore the database from a backup."
      : `Continue from checkpoint "${details.newestGood}", the newest one that can be read.`),

  encrypted: (details: { table: string }) =>
    `The database is encrypted (it has the table "${details.table}"), and no key was given. Nothing was read. Pass { encryption: { key } }.`,

  fenced: (details: { threadId: string }) =>
    `Thread "${details.threadId}" was leased to another writer (${FENCED}), so nothing was stored. ` +
    "Start the turn again under a new lease.",

  foreignTable: (details: { table: string }) =>
    `The database has a table "${details.table}" of another saver. Use a separate file or schema, and import the threads with importThreads.`,

  futureSchema: (details: { found: number; known: number }) =>
    `The database has schema ${details.found}, and this version knows ${details.known}. Upgrade @tidemark/checkpoint.`,

  invalidId: (details: { id: "thread_id" | "checkpoint_id"; found: string }) =>
    `${details.id} must be text without a NUL character, but it is ${details.found}. Pass a string.`,

  invalidInstant: (details: { at: string }) =>
    `"${details.at}" is not an instant. Pass ISO 8601 in UTC: 2026-01-31T12:00:00Z.`,

  invalidPolicy: (details: { policy: string }) =>
    `${details.policy} is not a prune policy, so nothing was removed. Pass { keepLast } or { keepTurns } with a whole number, or { olderThan } with an instant.`,

  invalidLease: (details: { leaseMilliseconds: number }) =>
    `A lease lasts a whole number of milliseconds, at least 50, not ${details.leaseMilliseconds}. ` +
    `Choose more than the longest time that the process may be blocked.`,

  invalidKey: (details: { problem: string }) => `The key of an item ${details.problem}. Use text of whole characters.`,

  invalidOption: (details: { option: string; found: string; known: readonly string[] }) =>
    `"${details.option}" cannot be ${details.found}. Use one of: ${details.known.map((each) => `"${each}"`).join(", ")}.`,

  locksUnavailable: (details: { threadId: string; problem: string }) =>
    `The locks of thread "${details.threadId}" cannot be used now: ${details.problem}. ` +
    `Repeat the call when the cause is gone; a lease that could not be released expires by itself.`,

  missingId: (details: { id: "thread_id" | "checkpoint_id" }) =>
    `"config.configurable" has no ${details.id}. Pass it as text: { configurable: { ${details.id}: "…" } }.`,

  notEncrypted: (details: { table: string }) =>
    `The table "${details.table}" has rows that are not encrypted, so the database was not opened with a key. ` +
    "Open it without encryption, and copy its threads into an encrypted file with importThreads.",

  noSuchThread: (details: { threadId: string }) => `Thread "${details.threadId}" does not exist. Check the id.`,

  threadExists: (details: { threadId: string }) =>
    `Thread "${details.threadId}" exists already. Copy to an id that is free, or delete the thread first.`,

  notPermitted: (details: { role: string; schema: string; missing: string; sql: string }) =>
    `The role "${details.role}" cannot use the schema "${details.schema}": ${details.missing}. ` +
    `Call setup() once with a role that may create tables there, or run this as an administrator: ${details.sql}`,

  notInStore: (details: { feature: string }) =>
    `sqliteStore does not have ${details.feature}. Remove the option, or use a store that has it, such as LangGraph's PostgresRecords.`,

  tooLarge: (details: { problem: string }) =>
    `The thread was not imported: ${details.problem}. Import a part of it, or raise the limit.`,

  unusableKey: (details: { found: string }) =>
    `A key for encryption has 32 bytes, but this one is ${details.found}. ` +
    `Make one with randomBytes(32).toString("base64"), and keep it outside of the database.`,

  unavailable: (details: { problem: string }) =>
    `The database cannot be used now: ${details.problem}. Nothing of the operation was stored; repeat it when the cause is gone.`,

  unequal: (details: { threadId: string; checkpointId: string }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" differs from the source after the import. ` +
    "The thread was removed again. Check the source: it does not return what was stored in it.",

  unknownOption: (details: { option: string; nearest: string | null; known: readonly string[] }) =>
    `"${details.option}" is not an option.${details.nearest === null ? "" : ` Did you mean "${details.nearest}"?`} ` +
    `The options are: ${details.known.join(", ")}.`,

  unreadable: (details: { problem: string }) =>
    `The stored text cannot be read: ${details.problem}. It was truncated, changed, or written by another serializer. Restore it from a backup.`,

  unstorable: (details: { at: string; found: string }) =>
    `${details.at === "" ? "The value" : `"${details.at}"`} holds ${details.found}, which cannot be restored from a checkpoint. ` +
    `Store JSON, dates, bytes, sets, maps, errors or messages.`,

  unsupported: (details: { at: string; found: string }) =>
    `"${details.at}" holds ${details.found}, which this saver would not restore unchanged. ` +
    "Nothing was stored. Give the saver a strictSerializer(), or remove the value from the document.",

  unsynced: (details: { problem: string }) =>
    `The write did not reach the disk: ${details.problem}. It is stored completely or not at all. Repeat it; repeating is safe.`,

  wrongKey: (details: { secret: number }) =>
    `The key does not open secret ${details.secret} of the database. Another key has wrapped it, or it was changed. Nothing was written. ` +
    "Pass the right key, or the older one after it: { encryption: { keys: [newKey, oldKey] } }.",
};

/** Every error that `@tidemark/checkpoint` throws. */
export const checkpointErrors: Errors<"checkpoint", typeof table> = /* @__PURE__ */ defineErrors("checkpoint", table);

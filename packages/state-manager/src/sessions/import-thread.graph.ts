import type { BaseCheckpointSaver, BaseStore, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThread as importDocument, type ThreadLocks } from "@tidemark/checkpoint";
import { checkValues } from "@tidemark/core-state/internal";
import { checkUpdate, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Migrations } from "../migrations/migrations.ts";
import { defaultLocks } from "../savers/default-locks.graph.ts";
import { migrateTuple, overwriteOf, versionOfTuple } from "../migrations/migrate-tuple.graph.ts";
import { type Ids, randomIds } from "../kernel/clock.ts";
import { continuationProblem, importedTuple, isMessageWrite, messagesProblem } from "./imported-tuple.graph.ts";
import { lockNewThread } from "./new-thread.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";
import { erasedUsers } from "../users/erasure-mark.graph.ts";
import { userIn } from "../users/user-mark.ts";

/** Target and checks of `importThread`. */
export interface ImportOptions {
  /** Checkpointer that stores the imported thread. */
  readonly checkpointer: BaseCheckpointSaver;
  /** Declaration of the state, against which the values of the thread are checked. */
  readonly state: StateDeclaration;
  /** Migrates a thread that was written by an older version of the state. Without migrations its values must match the schemas. */
  readonly migrations?: Migrations;
  /** Id of the new thread. Must not be in use. Defaults to the id in the document. */
  readonly threadId?: string;
  /** Locks that the sessions on this checkpointer use. Defaults to those of a session on it. */
  readonly locks?: ThreadLocks;
  /**
   * Maximum size of the thread in bytes, counted with the full state in each checkpoint: a small document can reference a large
   * value many times. Defaults to 1,000,000,000.
   */
  readonly maxBytes?: number;
  /** Store of the application. With it, turns of a person who was erased after them throw `state-manager/erased`. Defaults to none. */
  readonly store?: BaseStore;
  /** Source of the id that distinguishes the tasks of the imported thread from those of the original. Defaults to random ids. */
  readonly ids?: Ids;
}

/**
 * Imports a thread from a document of `session.export()` or of `exportThread`.
 *
 * The thread is stored completely or not at all. Its id is locked during the import. The document may be untrusted: the strict
 * serializer creates only data and messages, and the values and pending writes of declared fields must match their schemas, after
 * `migrations` if given. Nothing in it can act outside of its thread: recorded writes of user fields are left out, approvals and settings
 * that replace them are reset, answers are left out, so that questions are asked again, an unfinished turn ends with the next message instead
 * of running, and effects get other keys than in the original thread. Otherwise `state-manager/invalidThreadDocument` is thrown with the path. An id in use throws
 * `state-manager/threadExists`, a newer version of the state `state-manager/newerVersion`, a lost lease `state-manager/fenced`.
 */
export async function importThread(document: unknown, options: ImportOptions): Promise<{ readonly threadId: string }> {
  const { checkpointer, locks = defaultLocks(checkpointer), maxBytes, store } = options;
  const threadId = options.threadId ?? idIn(document);
  const erasedAt = store === undefined ? () => null : await erasedUsers(store);
  const check = checker(options);
  const settings = {
    checkpointer: innermost(checkpointer),
    adapt: (tuple: CheckpointTuple, index: number) => {
      const user = userIn(tuple.metadata, tuple.checkpoint.id);
      const at = user === null ? null : erasedAt(user);
      if (at !== null && tuple.checkpoint.ts <= at) throw stateManagerErrors.erased({ threadId, at });
      return check(tuple, index);
    },
    threadId,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  return lockNewThread(locks, threadId, async (beforeWrite) => {
    try {
      return { threadId: await importDocument(document, { ...settings, beforeWrite }) };
    } catch (error) {
      throw refusalOf(error, threadId);
    }
  });
}

function idIn(document: unknown): string {
  const id: unknown = Reflect.get(Object(document), "threadId");
  if (typeof id !== "string" || id === "") throw refusal("threadId", "It must be a non-empty string.");
  return id;
}

function refusalOf(error: unknown, threadId: string): unknown {
  if (checkpointErrors.threadExists.is(error)) return stateManagerErrors.threadExists({ threadId }, { cause: error });
  if (checkpointErrors.unreadable.is(error)) return refusal("document", error.message, error);
  if (checkpointErrors.tooLarge.is(error)) return refusal("document", error.message, error);
  if (checkpointErrors.unsupported.is(error) || checkpointErrors.unstorable.is(error)) {
    return refusal(error.details.at, error.message, error);
  }
  return error;
}

const refusal = (at: string, problem: string, cause?: unknown) =>
  stateManagerErrors.invalidThreadDocument({ at, problem }, { cause });

/** True for a pending write that its field takes, and for one of a channel without a field. */
function isSoundWrite(state: StateDeclaration, channel: string, written: unknown): boolean {
  const declared = Object.hasOwn(state.fields, channel) ? state.fields[channel] : undefined;
  if (declared === undefined) return true;
  const replacing = overwriteOf(written);
  const value = replacing === null ? written : replacing.value;
  if (declared.holds === "messages") return isMessageWrite(value);
  const check = replacing === null ? checkUpdate : checkValues;
  return value === undefined || check(state, { [channel]: value }).ok;
}

/** Migrates each checkpoint and checks its declared fields. A value that several checkpoints share is checked once. */
function checker({
  checkpointer: saver,
  state,
  migrations,
  ids = randomIds,
}: ImportOptions): (tuple: CheckpointTuple, index: number) => CheckpointTuple {
  const copyId = ids.next();
  const fitting = new Map<string, WeakSet<object>>();
  const isKnown = (name: string, value: unknown): boolean =>
    typeof value === "object" && value !== null && fitting.get(name)?.has(value) === true;
  return (stored, index) => {
    const stuck = continuationProblem(saver, stored.checkpoint);
    if (stuck !== null) throw refusal(`checkpoints[${index}].${stuck.at}`, stuck.problem);
    // A subgraph has a separate state, whose declaration is unknown here.
    if ((stored.config.configurable?.["checkpoint_ns"] ?? "") !== "") return importedTuple(stored, copyId);
    const version = versionOfTuple(migrations ?? { state, steps: [], oldest: state.version }, stored);
    if (version > state.version) throw stateManagerErrors.newerVersion({ version, known: state.version });
    const tuple = migrations === undefined ? stored : migrateTuple(saver, migrations, stored).tuple;
    const unchecked = Object.entries(tuple.checkpoint.channel_values).filter(
      ([name, value]) => Object.hasOwn(state.fields, name) && value !== undefined && !isKnown(name, value),
    );
    const at = `checkpoints[${index}].channel_values`;
    for (const [name, value] of unchecked) {
      const problem = state.fields[name]?.holds === "messages" ? messagesProblem(value) : null;
      if (problem !== null) throw refusal(`${at}.${name}`, problem);
    }
    const check = checkValues(state, Object.fromEntries(unchecked));
    if (!check.ok) throw refusal(at, check.issues[0]?.message ?? "A value does not match the schema of its field.");
    const input = tuple.checkpoint.channel_values["__start__"];
    const writes = [
      ...Object.entries(isPlainRecord(input) ? input : {}),
      ...(tuple.pendingWrites ?? []).map(([, channel, value]) => [channel, value] as const),
    ];
    const unsound = writes.find(([channel, value]) => !isSoundWrite(state, channel, value));
    if (unsound !== undefined) {
      throw refusal(`checkpoints[${index}].writes.${unsound[0]}`, "The write does not match the schema of its field.");
    }
    for (const [name, value] of unchecked) {
      if (typeof value !== "object" || value === null) continue;
      const known = fitting.get(name);
      if (known === undefined) fitting.set(name, new WeakSet([value]));
      else known.add(value);
    }
    return importedTuple(tuple, copyId);
  };
}

import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThread as importDocument, type ThreadLocks } from "@tidemark/checkpoint";
import { checkValues } from "@tidemark/core-state/internal";
import { type StateDeclaration } from "@tidemark/core-state";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Migrations } from "../migrations/migrations.ts";
import { lineOf } from "./checkpointer-line.graph.ts";
import { liftTuple, versionOfTuple } from "../migrations/migrate-tuple.graph.ts";
import { holdNewThread } from "./new-thread.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";

/** Where an imported thread goes. */
export interface ImportOptions {
  readonly checkpointer: BaseCheckpointSaver;
  readonly state: StateDeclaration;
  /** Migrates a thread that an older version of the state wrote. Without them such a thread has to fit as it is. */
  readonly migrations?: Migrations;
  /** Id of the new thread. Nothing may be stored under it. Defaults to the id in the document. */
  readonly threadId?: string;
  /** Locks of the sessions on the same checkpointer. Defaults to those of sessions that were given none. */
  readonly locks?: ThreadLocks;
  /**
   * Maximum size, in bytes, of the thread in a saver that stores whole states: a small document can name a large value in each
   * checkpoint. Defaults to 1,000,000,000.
   */
  readonly maxBytes?: number;
}

/**
 * Stores the thread of a document that `session.export()`, or `exportThread` of `@tidemark/checkpoint`, has written: the whole thread, or
 * nothing. The id is locked meanwhile.
 *
 * The document may come from anywhere. Every value goes through the strict serializer, which makes nothing but data and messages, and
 * the values of declared fields have to fit, migrated by `migrations` if given; otherwise `state-manager/invalidThreadDocument`, with the
 * place. An id that is taken throws `state-manager/threadExists`, a thread that a newer version wrote `state-manager/newerVersion`,
 * a lost lease `state-manager/fenced`.
 */
export async function importThread(document: unknown, options: ImportOptions): Promise<{ readonly threadId: string }> {
  const { checkpointer, locks = lineOf(checkpointer), maxBytes } = options;
  const threadId = options.threadId ?? idIn(document);
  const settings = {
    checkpointer: innermost(checkpointer),
    adapt: checker(options),
    threadId,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  return holdNewThread(locks, threadId, async (beforeWrite) => {
    try {
      return { threadId: await importDocument(document, { ...settings, beforeWrite }) };
    } catch (error) {
      throw refusalOf(error, threadId);
    }
  });
}

function idIn(document: unknown): string {
  const id: unknown = Reflect.get(Object(document), "threadId");
  if (typeof id !== "string" || id === "") throw refusal("threadId", "It is no id.");
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

/** Migrates checkpoints, and checks the declared fields in each; a value that several share is checked once. */
function checker({
  checkpointer: saver,
  state,
  migrations,
}: ImportOptions): (tuple: CheckpointTuple, index: number) => CheckpointTuple {
  const fitting = new Map<string, WeakSet<object>>();
  const isKnown = (name: string, value: unknown): boolean =>
    typeof value === "object" && value !== null && fitting.get(name)?.has(value) === true;
  return (stored, index) => {
    // A subgraph has a state of its own, which nobody declared here.
    if ((stored.config.configurable?.["checkpoint_ns"] ?? "") !== "") return stored;
    const version = versionOfTuple(migrations ?? { state, steps: [], oldest: state.version }, stored);
    if (version > state.version) throw stateManagerErrors.newerVersion({ version, known: state.version });
    const tuple = migrations === undefined ? stored : liftTuple(saver, migrations, stored).tuple;
    const unchecked = Object.entries(tuple.checkpoint.channel_values).filter(
      ([name, value]) =>
        Object.hasOwn(state.fields, name) &&
        state.fields[name]?.holds === "json" &&
        value !== undefined &&
        !isKnown(name, value),
    );
    const check = checkValues(state, Object.fromEntries(unchecked));
    if (!check.ok) {
      throw refusal(
        `checkpoints[${index}].channel_values`,
        check.issues[0]?.message ?? "A value does not fit its field.",
      );
    }
    for (const [name, value] of unchecked) {
      if (typeof value !== "object" || value === null) continue;
      const known = fitting.get(name);
      if (known === undefined) fitting.set(name, new WeakSet([value]));
      else known.add(value);
    }
    return tuple;
  };
}

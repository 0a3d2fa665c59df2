import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { initialState, type StateDeclaration } from "@tidemark/core-state";
import { noUserUpdates, USER_UPDATES } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import type { Values } from "../kernel/values.ts";
import { threadConfig } from "../savers/thread-saver.graph.ts";
import { userUpdatesOf } from "../users/stored-values.ts";
import { userKey } from "../users/user-key.ts";
import { userIn } from "../users/user-mark.ts";

/** A person to erase, by the names under which threads mention them, and the name that replaces these. */
export interface Erased {
  readonly userId: string;
  /** Name of the person as `userKey` makes it. */
  readonly user: string;
  readonly person: string;
}

/** Who has a part in a thread. */
export interface ThreadPeople {
  /** Number of checkpoints, those of subgraphs included. */
  readonly checkpoints: number;
  /** True if a turn belongs to the person, or the newest values mention them. */
  readonly isOfUser: boolean;
  /** True if a turn belongs to another person. */
  readonly isShared: boolean;
  /** True if the newest turn belongs to the person. */
  readonly endsWithUser: boolean;
}

/** The user of a checkpoint: the one that a session has marked, or the one that its values name. */
function userAt({ checkpoint, metadata }: CheckpointTuple): string | null {
  const values = checkpoint.channel_values;
  const named = values["runtime_user_id"];
  const recorded = userUpdatesOf(values)?.user ?? "";
  return (
    userIn(metadata, checkpoint.id) ??
    (recorded === "" ? null : recorded) ??
    (typeof named === "string" && named !== "" ? userKey(named) : null)
  );
}

/** Checkpoints of the graph itself, oldest first, each with the user whose turn it is of. */
async function userTurns(saver: BaseCheckpointSaver, threadId: string) {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(threadConfig(threadId))) tuples.push(tuple);
  let owner: string | null = null;
  return tuples.toReversed().map((tuple) => {
    const user = userAt(tuple);
    // An answer of another person does not make the turn theirs.
    if (tuple.metadata?.source !== "loop" || owner === null) owner = user;
    return { tuple, user, owner };
  });
}

/** Reads who has a part in a thread. */
export async function peopleOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  { userId, user }: Omit<Erased, "person">,
): Promise<ThreadPeople> {
  const turns = await userTurns(saver, threadId);
  let checkpoints = 0;
  for await (const _ of saver.list({ configurable: { thread_id: threadId } })) checkpoints += 1;
  const people = new Set(turns.flatMap((each) => [each.user, each.owner]));
  return {
    checkpoints,
    isOfUser: people.has(user) || mentions(turns.at(-1)?.tuple.checkpoint.channel_values, namesOf(userId, user)),
    isShared: [...people].some((each) => each !== null && each !== user),
    endsWithUser: turns.at(-1)?.owner === user,
  };
}

/** Fields that count and place turns. They contain nothing of a person but names. */
const BOOKKEEPING = new Set([
  "runtime_turn_id",
  "runtime_schema_version",
  "runtime_session_id",
  "runtime_field_versions",
]);

/**
 * Values of a shared thread without the part of a person.
 *
 * Items of lists and entries of records that came in turns of the person are left out, and any other value that a turn of the person wrote last has its default.
 * Where others mention the person, the name is replaced.
 */
export async function withoutPart(
  {
    saver,
    state,
    threadId,
  }: { readonly saver: BaseCheckpointSaver; readonly state: StateDeclaration; readonly threadId: string },
  values: Values,
  erased: Erased,
): Promise<Values> {
  const parts = new Map<string, string | null>();
  let before: Values = {};
  for (const { tuple, owner } of await userTurns(saver, threadId)) {
    const now = tuple.checkpoint.channel_values;
    for (const name of Object.keys(state.fields))
      noteParts(parts, name, { before: before[name], now: now[name], owner });
    before = now;
  }
  const isOwn = (part: string): boolean => parts.get(part) === erased.user;
  const defaults: Values = initialState(state);
  const replaced = Object.entries(values).map(([name, value]): [string, unknown] => {
    if (BOOKKEEPING.has(name)) return [name, renamed(value, erased)];
    const isUserField = state.fields[name]?.lifetime === "user";
    const isOfTurn = userUpdatesOf(values)?.user === erased.user;
    if (name === USER_UPDATES) return [name, isOfTurn ? noUserUpdates() : value];
    if (isUserField) return [name, isOfTurn ? defaults[name] : value];
    if (Array.isArray(value))
      return [
        name,
        renamed(
          value.filter((item) => !isOwn(itemOf(name, item))),
          erased,
        ),
      ];
    if (isPlainRecord(value) && isPlainRecord(defaults[name] ?? {})) {
      const left = Object.entries(value).filter(([key]) => !isOwn(entryOf(name, key)));
      return [name, renamed(Object.fromEntries(left), erased)];
    }
    return [name, isOwn(name) ? defaults[name] : renamed(value, erased)];
  });
  return Object.fromEntries(replaced);
}

/** Id of an item of a list: its own id for a message, else its content. */
function itemOf(field: string, item: unknown): string {
  const id: unknown = typeof item === "object" && item !== null ? Reflect.get(item, "id") : null;
  return JSON.stringify([field, "item", typeof id === "string" ? id : item]);
}

const entryOf = (field: string, key: string): string => JSON.stringify([field, "entry", key]);

interface Change {
  readonly before: unknown;
  readonly now: unknown;
  readonly owner: string | null;
}

/** Notes whose turn wrote a value, an item of a list or an entry of a record. */
function noteParts(parts: Map<string, string | null>, name: string, { before, now, owner }: Change): void {
  if (before === now || now === undefined) return;
  if (Array.isArray(now)) {
    for (const item of now) if (!parts.has(itemOf(name, item))) parts.set(itemOf(name, item), owner);
  } else if (isPlainRecord(now)) {
    const old = isPlainRecord(before) ? before : {};
    for (const [key, value] of Object.entries(now))
      if (!Object.hasOwn(old, key) || !sameJson(old[key], value)) parts.set(entryOf(name, key), owner);
  }
  if (!sameJson(before, now)) parts.set(name, owner);
}

/** Texts that stand for a person. */
const namesOf = (userId: string, user: string): ReadonlySet<string> => new Set([userId, `user:${userId}`, user]);

/** True if a text or key in a value is one of the names. */
function mentions(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value === "string") return names.has(value);
  if (Array.isArray(value)) return value.some((each) => mentions(each, names));
  return isPlainRecord(value) && Object.entries(value).some(([key, each]) => names.has(key) || mentions(each, names));
}

/** A value with the names of a person replaced, wherever they are a whole text or key. */
function renamed(value: unknown, { userId, user, person }: Erased): unknown {
  const names = namesOf(userId, user);
  if (!mentions(value, names)) return value;
  const nameOf = (text: string): string => {
    if (!names.has(text)) return text;
    return text === `user:${userId}` ? `user:${person}` : person;
  };
  const walk = (each: unknown): unknown => {
    if (typeof each === "string") return nameOf(each);
    if (Array.isArray(each)) return each.map(walk);
    if (!isPlainRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [nameOf(key), walk(inner)]));
  };
  return walk(value);
}

import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkValues, type StateDeclaration } from "@tidemark/core-state";
import { formatPath, isPlainRecord, isUnsafeKey } from "@tidemark/reducers";
import { z } from "zod";
import { stateManagerErrors } from "../errors.ts";
import type { Migrations } from "../migrations.ts";
import { listThread, metadataOf, namespaceOf, writeTuples } from "./fork-thread.ts";
import { liftTuple, versionOfTuple } from "./lift-tuple.ts";

/** A value as a saver writes it: JSON as it is, everything else as base64. */
const Packed = z.union([
  z.strictObject({ type: z.literal("json"), json: z.unknown() }),
  z.strictObject({ type: z.string().min(1), base64: z.base64() }),
]);

const Point = z.strictObject({
  namespace: z.string(),
  checkpoint: Packed,
  metadata: Packed,
  parent: z.string().nullable(),
  writes: z.array(z.tuple([z.string(), z.string(), Packed])),
});

/** A thread as one JSON document: every checkpoint, oldest first, with what is pending on it. */
export const ThreadDocument = z.strictObject({
  format: z.literal("tidemark/thread"),
  version: z.literal(1),
  threadId: z.string(),
  points: z.array(Point),
});
export type ThreadDocument = z.infer<typeof ThreadDocument>;
type Packed = z.infer<typeof Packed>;

/** Writes a thread as one JSON document, with the saver's own serialisation inside. */
export async function exportThread(saver: BaseCheckpointSaver, threadId: string): Promise<ThreadDocument> {
  const points: ThreadDocument["points"] = [];
  for (const tuple of await listThread(saver, threadId)) {
    const parent: unknown = tuple.parentConfig?.configurable?.["checkpoint_id"];
    const writes: ThreadDocument["points"][number]["writes"] = [];
    for (const [taskId, channel, value] of tuple.pendingWrites ?? [])
      writes.push([taskId, channel, await pack(saver, value)]);
    points.push({
      namespace: namespaceOf(tuple),
      checkpoint: await pack(saver, tuple.checkpoint),
      metadata: await pack(saver, metadataOf(tuple)),
      parent: typeof parent === "string" ? parent : null,
      writes,
    });
  }
  return { format: "tidemark/thread", version: 1, threadId, points };
}

/** Where an imported thread goes. */
export interface ImportOptions {
  readonly checkpointer: BaseCheckpointSaver;
  readonly state: StateDeclaration;
  /** Lifts a thread that an older version of the state wrote; without them such a thread has to fit as it is. */
  readonly migrations?: Migrations;
  /** The id under which it goes on; nothing may be stored under it yet. That of the document when not said. */
  readonly threadId?: string;
}

/**
 * Stores an exported thread, after every value in it was looked at; nothing is written of a document that is refused.
 *
 * The document may come from anywhere: its shape is checked, keys that reach a prototype are refused, objects that would
 * come to life have to be messages, and the values of declared fields have to fit, lifted by `migrations` if given. Otherwise
 * `state-manager/invalidThreadDocument`, with the place. An id that is taken throws `state-manager/threadExists`, a thread
 * that a newer version wrote `state-manager/newerVersion`.
 */
export async function importThread(document: unknown, options: ImportOptions): Promise<{ readonly threadId: string }> {
  const { checkpointer } = options;
  const parsed = ThreadDocument.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusal(
      formatPath((issue?.path ?? []).map((key) => (typeof key === "symbol" ? String(key) : key))),
      issue?.message ?? "It is no thread.",
    );
  }
  const { points } = parsed.data;
  const threadId = options.threadId ?? parsed.data.threadId;
  const tuples: Parameters<typeof writeTuples>[2][number][] = [];
  for (const [index, point] of points.entries()) tuples.push(await readPoint(options, point, index));
  if ((await checkpointer.getTuple({ configurable: { thread_id: threadId } })) !== undefined) {
    throw stateManagerErrors.threadExists({ threadId });
  }
  await writeTuples(checkpointer, threadId, tuples);
  return { threadId };
}

async function readPoint(
  { checkpointer: saver, state, migrations }: ImportOptions,
  point: z.infer<typeof Point>,
  index: number,
): Promise<Parameters<typeof writeTuples>[2][number]> {
  const at = (...keys: (string | number)[]): string => formatPath(["points", index, ...keys]);
  const checkpoint = await unpack(saver, point.checkpoint, at("checkpoint"));
  const metadata = await unpack(saver, point.metadata, at("metadata"));
  if (!isCheckpoint(checkpoint)) throw refusal(at("checkpoint"), "It has no id, values and versions.");
  if (!isPlainRecord(metadata)) throw refusal(at("metadata"), "It is no record.");
  const pendingWrites: [string, string, unknown][] = [];
  for (const [place, [taskId, channel, value]] of point.writes.entries()) {
    pendingWrites.push([taskId, channel, await unpack(saver, value, at("writes", place))]);
  }
  const stored = {
    checkpoint,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host reads single members of it, each with a default
    metadata: metadata as unknown as NonNullable<CheckpointTuple["metadata"]>,
    config: { configurable: { checkpoint_ns: point.namespace } },
    ...(point.parent !== null && { parentConfig: { configurable: { checkpoint_id: point.parent } } }),
    pendingWrites,
  };
  // A subgraph has a state of its own, which nobody declared here.
  if (point.namespace !== "") return stored;
  const version = versionOfTuple(migrations ?? { state, steps: [], oldest: state.version }, stored);
  if (version > state.version) throw stateManagerErrors.newerVersion({ version, known: state.version });
  const tuple = migrations === undefined ? stored : liftTuple(saver, migrations, stored).tuple;
  const declared = Object.entries(tuple.checkpoint.channel_values).filter(
    ([name]) => Object.hasOwn(state.fields, name) && state.fields[name]?.holds === "json",
  );
  const check = checkValues(state, Object.fromEntries(declared));
  if (!check.ok) throw refusal(at("checkpoint", "channel_values"), check.issues[0]?.message ?? "A value does not fit.");
  return tuple;
}

const isCheckpoint = (value: unknown): value is CheckpointTuple["checkpoint"] =>
  isPlainRecord(value) &&
  typeof value["id"] === "string" &&
  isPlainRecord(value["channel_values"]) &&
  isPlainRecord(value["channel_versions"]) &&
  isPlainRecord(value["versions_seen"]);

const refusal = (at: string, problem: string) => stateManagerErrors.invalidThreadDocument({ at, problem });

async function pack(saver: BaseCheckpointSaver, value: unknown): Promise<Packed> {
  const [type, bytes] = await saver.serde.dumpsTyped(value);
  if (type === "json") {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return { type, json };
  }
  let binary = "";
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return { type, base64: btoa(binary) };
}

async function unpack(saver: BaseCheckpointSaver, packed: Packed, at: string): Promise<unknown> {
  if (!("json" in packed)) {
    const bytes = Uint8Array.from(atob(packed.base64), (letter) => letter.codePointAt(0) ?? 0);
    return saver.serde.loadsTyped(packed.type, bytes);
  }
  assertHarmless(packed.json, at);
  return saver.serde.loadsTyped("json", JSON.stringify(packed.json));
}

/** What the host's loader may bring to life: messages, and the wrappers that its own serialisation writes. */
const LIVING = /^(langchain_core|langchain)[/]messages[/]|^langgraph[/]/;
const WRAPPED: ReadonlySet<string> = new Set(["constructor", "undefined"]);
const PLAIN_CLASSES: ReadonlySet<string> = new Set([
  "Set",
  "Map",
  "RegExp",
  "Error",
  "Uint8Array",
  "Send",
  "Overwrite",
]);

function assertHarmless(value: unknown, at: string): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) assertHarmless(each, `${at}[${index}]`);
    return;
  }
  if (!isPlainRecord(value)) return;
  if (typeof value["lc"] === "number" && !isKnownObject(value)) {
    throw refusal(at, "It holds an object that would come to life and is no message.");
  }
  for (const [key, each] of Object.entries(value)) {
    if (isUnsafeKey(key) && key !== "__overwrite__") throw refusal(`${at}.${key}`, "This key could reach a prototype.");
    assertHarmless(each, `${at}.${key}`);
  }
}

function isKnownObject(value: Readonly<Record<string, unknown>>): boolean {
  if (!WRAPPED.has(String(value["type"]))) return false;
  if (value["type"] === "undefined") return true;
  const id = value["id"];
  if (!Array.isArray(id)) return false;
  return value["lc"] === 2 ? id.length === 1 && PLAIN_CLASSES.has(String(id[0])) : LIVING.test(id.join("/"));
}

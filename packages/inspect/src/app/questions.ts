import type { ThreadReader } from "../reader/thread-reader.ts";
import { STATUSES, type ThreadStatus } from "../reader/thread-status.ts";

/** A question about threads, asked by its name. */
type Question = (reader: ThreadReader, query: URLSearchParams) => Promise<unknown>;

const text = (query: URLSearchParams, name: string): string | undefined => query.get(name) ?? undefined;
const required = (query: URLSearchParams, name: string): string => query.get(name) ?? "";
const stepOf = (query: URLSearchParams) => {
  const step = text(query, "step");
  return step === undefined ? {} : { step };
};

/** Questions of the page. They are answered by a server, or in a page that contains its thread. */
const questions: Readonly<Record<string, Question>> = {
  threads: (reader, query) => {
    const sort = query.get("sort");
    return reader.threads({
      search: query.get("search") ?? "",
      limit: limitOf(query, 200, 10_000),
      // As many as a screen shows. The page asks again for those that come into view, so that the first answer does not wait for thousands.
      reads: 24,
      shown: query.getAll("shown").slice(0, 60),
      ...optionalStatus(query.get("status")),
      ...((sort === "size" || sort === "id") && { sort }),
    });
  },
  changes: async (reader, query) => ({ mark: await reader.changes(query.get("known") ?? "") }),
  steps: async (reader, query) => {
    const newest = query.has("newest") ? { newest: limitOf(query, 200, 10_000, "newest") } : {};
    const timeline = await reader.steps(required(query, "thread"), newest);
    // A page that asks again and again gets the steps only when there is something new.
    const version = JSON.stringify([
      timeline.newest,
      timeline.steps.length,
      timeline.interrupts.length,
      timeline.errors.length,
      timeline.status,
    ]);
    return query.get("known") === version ? { version } : { version, ...timeline };
  },
  state: (reader, query) => {
    const fields = query.getAll("field");
    const some = fields.length === 0 ? {} : { fields };
    return reader.state(required(query, "thread"), { ...stepOf(query), ...some, ...windowOf(query) });
  },
  part: (reader, query) =>
    reader.part(required(query, "thread"), required(query, "field"), {
      ...stepOf(query),
      path: pathOf(query.get("path")),
      from: Math.max(0, Math.trunc(Number(query.get("from")) || 0)),
      count: limitOf(query, 100, 1_000, "count"),
      size: limitOf(query, 40, 1_000, "window"),
    }),
  find: (reader, query) =>
    reader.find(required(query, "thread"), {
      ...stepOf(query),
      text: query.get("text") ?? "",
      limit: limitOf(query, 100, 500),
    }),
  diff: (reader, query) => {
    const other = text(query, "other");
    const points = { from: required(query, "from"), to: required(query, "to") };
    return reader.diff(required(query, "thread"), { ...points, ...(other !== undefined && { otherThreadId: other }) });
  },
  field: (reader, query) =>
    reader.field(required(query, "thread"), required(query, "field"), {
      ...stepOf(query),
      ...windowOf(query),
      limit: limitOf(query, 50, 500),
    }),
  blame: (reader, query) =>
    reader.blame(required(query, "thread"), { ...stepOf(query), fields: query.getAll("field").slice(0, 200) }),
  pending: (reader, query) => reader.pending(required(query, "thread"), text(query, "step")),
  why: (reader, query) => reader.why(required(query, "thread"), text(query, "step")),
  facts: (reader, query) => reader.facts(required(query, "thread"), text(query, "step")),
  subgraphs: async (reader, query) => ({ namespaces: await reader.subgraphs(required(query, "thread")) }),
  storage: async (reader, query) => ({
    ...(await reader.storage(required(query, "thread"))),
    hasMigrations: reader.hasMigrations,
  }),
  migrations: async (reader) => ({ report: await reader.migrations() }),
  proposals: (reader, query) => reader.proposals(required(query, "thread"), text(query, "step")),
};

const windowOf = (query: URLSearchParams) =>
  query.has("window") ? { window: limitOf(query, 40, 1_000, "window") } : {};

const isKey = (key: unknown): key is string | number => typeof key === "string" || typeof key === "number";

/** Path to a part of a value, as JSON. Empty for anything else. */
function pathOf(json: string | null): readonly (string | number)[] {
  try {
    const path: unknown = JSON.parse(json ?? "[]");
    return Array.isArray(path) && path.every(isKey) ? path : [];
  } catch {
    return [];
  }
}

function optionalStatus(asked: string | null): { readonly status?: ThreadStatus } {
  const status = STATUSES.find((each) => each === asked);
  return status === undefined ? {} : { status };
}

function limitOf(query: URLSearchParams, standard: number, most: number, name = "limit"): number {
  const asked = Number(query.get(name) ?? standard);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, most) : standard;
}

/** A question by its name, asked of the graph itself or of a subgraph. Undefined for an unknown name. */
export function questionOf(name: string): Question | undefined {
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  return question === undefined
    ? undefined
    : (reader, query) => question(reader.within(query.get("namespace") ?? ""), query);
}

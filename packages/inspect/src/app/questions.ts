import type { ThreadReader } from "../reader/thread-reader.ts";
import { SORTS } from "../reader/thread-list.ts";
import { STATUSES } from "../reader/thread-status.ts";

/** Arguments of a question, asked by the page, a command or a program over MCP. */
export interface Asked {
  /** Text of an argument. Undefined if it is missing or empty. */
  readonly text: (name: string) => string | undefined;
  /** Texts of an argument. Undefined if there are none. */
  readonly texts: (name: string) => readonly string[] | undefined;
  /** Whole number from 1 on. Undefined for anything else. */
  readonly number: (name: string) => number | undefined;
  readonly isOn: (name: string) => boolean;
}

/** Largest number that a page may ask for. */
const MOST = 10_000;

/** Arguments of a question in an address. */
export function askedBy(query: URLSearchParams): Asked {
  const number = (name: string): number | undefined => {
    const value = Number(query.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value > 0 ? Math.min(value, MOST) : undefined;
  };
  return {
    text: (name) => query.get(name) || undefined,
    texts: (name) => (query.has(name) ? query.getAll(name).slice(0, 200) : undefined),
    number,
    // A page gets windows of values, however large these are.
    isOn: () => false,
  };
}

/** Arguments of a command or of a program, by name. */
export function askedIn(input: Readonly<Record<string, unknown>>): Asked {
  return {
    text: (name) => {
      const value = input[name];
      return typeof value === "string" && value !== "" ? value : undefined;
    },
    texts: (name) => {
      const list = [input[name]].flat().filter((each) => typeof each === "string");
      return list.length === 0 ? undefined : list;
    },
    number: (name) => {
      const value = Number(input[name] ?? Number.NaN);
      return Number.isInteger(value) && value > 0 ? value : undefined;
    },
    isOn: (name) => input[name] === true,
  };
}

const thread = (asked: Asked): string => asked.text("thread") ?? "";

/** One of some texts. Undefined for any other one. */
const oneOf = <const Value extends string>(text: string | undefined, known: readonly Value[]): Value | undefined =>
  known.find((each) => each === text);

/** Questions about threads. Page, commands and MCP ask the same ones. */
export const QUESTIONS = {
  threads: (reader: ThreadReader, asked: Asked) =>
    reader.threads({
      search: asked.text("search"),
      status: oneOf(asked.text("status"), STATUSES),
      sort: oneOf(asked.text("sort"), SORTS),
      limit: asked.number("limit"),
      reads: asked.number("reads"),
      shown: asked.texts("shown")?.slice(0, 60) ?? [],
    }),
  changes: async (reader: ThreadReader, asked: Asked) => ({ mark: await reader.changes(asked.text("known") ?? "") }),
  steps: (reader: ThreadReader, asked: Asked) => reader.steps(thread(asked), { newest: asked.number("newest") }),
  state: (reader: ThreadReader, asked: Asked) =>
    reader.state(thread(asked), {
      step: asked.text("step"),
      fields: asked.texts("field"),
      whole: asked.isOn("whole"),
      window: asked.number("window"),
    }),
  part: (reader: ThreadReader, asked: Asked) =>
    reader.part(thread(asked), asked.text("field") ?? "", {
      step: asked.text("step"),
      path: pathOf(asked.text("path")),
      from: asked.number("from") ?? 0,
      count: Math.min(asked.number("count") ?? 100, 1_000),
      size: Math.min(asked.number("window") ?? 40, 1_000),
    }),
  find: (reader: ThreadReader, asked: Asked) =>
    reader.find(thread(asked), {
      step: asked.text("step"),
      text: asked.text("text") ?? "",
      limit: Math.min(asked.number("limit") ?? 100, 500),
    }),
  diff: (reader: ThreadReader, asked: Asked) =>
    reader.diff(thread(asked), {
      from: asked.text("from") ?? "",
      to: asked.text("to") ?? "",
      otherThreadId: asked.text("other"),
    }),
  field: (reader: ThreadReader, asked: Asked) =>
    reader.field(thread(asked), asked.text("field") ?? "", {
      step: asked.text("step"),
      limit: asked.number("limit"),
      window: asked.number("window"),
    }),
  blame: (reader: ThreadReader, asked: Asked) =>
    reader.blame(thread(asked), { step: asked.text("step"), fields: asked.texts("field") ?? [] }),
  pending: (reader: ThreadReader, asked: Asked) => reader.pending(thread(asked), asked.text("step")),
  why: (reader: ThreadReader, asked: Asked) => reader.why(thread(asked), asked.text("step")),
  facts: (reader: ThreadReader, asked: Asked) => reader.facts(thread(asked), asked.text("step")),
  proposals: (reader: ThreadReader, asked: Asked) => reader.proposals(thread(asked), asked.text("step")),
  subgraphs: async (reader: ThreadReader, asked: Asked) => ({ subgraphs: await reader.subgraphs(thread(asked)) }),
  storage: async (reader: ThreadReader, asked: Asked) => ({
    ...(await reader.storage(thread(asked))),
    hasMigrations: reader.hasMigrations,
  }),
  migrations: async (reader: ThreadReader) => ({ report: await reader.migrations() }),
} as const;

/** Path to a part of a value, as JSON. Empty for anything else. */
function pathOf(json = "[]"): readonly (string | number)[] {
  try {
    const path: unknown = JSON.parse(json);
    return Array.isArray(path) && path.every(isKey) ? path : [];
  } catch {
    return [];
  }
}

const isKey = (key: unknown): key is string | number => typeof key === "string" || typeof key === "number";

/** A question of the page by its name, asked of the graph itself or of a subgraph. Undefined for an unknown name. */
export function questionOf(
  name: string,
): ((reader: ThreadReader, query: URLSearchParams) => Promise<unknown>) | undefined {
  if (!isQuestion(name)) return undefined;
  return (reader, query) => {
    const [shown, asked] = [reader.within(query.get("namespace") ?? ""), askedBy(query)];
    return name === "steps" ? newSteps(shown, asked) : QUESTIONS[name](shown, asked);
  };
}

/** Steps of a thread with their version. A page that asks again and again gets them only when there is something new. */
async function newSteps(reader: ThreadReader, asked: Asked) {
  const answer = await QUESTIONS.steps(reader, asked);
  const { newest, steps, interrupts, errors, status } = answer;
  const version = JSON.stringify([newest, steps.length, interrupts.length, errors.length, status]);
  return asked.text("known") === version ? { version } : { version, ...answer };
}

const isQuestion = (name: string): name is keyof typeof QUESTIONS => Object.hasOwn(QUESTIONS, name);

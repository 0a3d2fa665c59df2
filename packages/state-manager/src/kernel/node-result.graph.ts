import { Command, isCommand, type Send } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { FieldWrite } from "./field-versions.ts";

/** Node that a result routes to, by name or with an input. */
export type Target = string | Send;

/** Writes to one graph, and its nodes that run next. */
export interface GraphWrites {
  /** Writes in order. A field may occur several times: its reducer applies each of them. */
  readonly writes: readonly FieldWrite[];
  readonly goto: readonly Target[];
}

/** Result of a node in one form, regardless of the form in which the node returned it. */
export interface NodeResult extends GraphWrites {
  /** Part of the result for the parent graph; null if the node does not leave its graph. */
  readonly parent: GraphWrites | null;
}

/** Reads the result of a node: an update, a command, or a list of commands. Null for anything else. */
export function nodeResult(answer: unknown): NodeResult | null {
  if (!Array.isArray(answer) && !isCommand(answer)) {
    return isPlainRecord(answer) ? { writes: Object.entries(answer), goto: [], parent: null } : null;
  }
  const commands: readonly unknown[] = [answer].flat();
  if (commands.length === 0 || !commands.every((each) => isCommand(each))) return null;
  // LangGraph treats every other value of `graph` as the graph of the node.
  const [here, there] = [false, true].map((leaves) => {
    const parts = commands.filter(({ graph }) => (graph === Command.PARENT) === leaves);
    const updates = parts.map(({ update }) => writesOf(update));
    const writes = updates.flatMap((each) => each ?? []);
    const isValid = !updates.includes(null);
    return { parts, isValid, written: { writes, goto: parts.flatMap(targetsOf) } };
  });
  if (here?.isValid !== true || there?.isValid !== true) return null;
  return { ...here.written, parent: there.parts.length === 0 ? null : there.written };
}

/** Returns a result as LangGraph applies it: an update if that is enough, otherwise commands. */
export function graphResult({ parent, ...own }: NodeResult): Readonly<Record<string, unknown>> | Command | Command[] {
  const here = partOf(own);
  if (parent === null) return here;
  const there = new Command({ ...commandParts(parent), graph: Command.PARENT });
  return own.writes.length === 0 && own.goto.length === 0 ? there : [new Command(commandParts(own)), there];
}

function partOf(own: GraphWrites): Readonly<Record<string, unknown>> | Command {
  return own.goto.length === 0 && isRecord(own.writes)
    ? Object.fromEntries(own.writes)
    : new Command(commandParts(own));
}

const commandParts = ({ writes, goto }: GraphWrites) => ({
  update: isRecord(writes)
    ? Object.fromEntries(writes)
    : writes.map(([field, value]): [string, unknown] => [field, value]),
  goto: [...goto],
});

/** True for writes of different fields. */
const isRecord = (writes: readonly FieldWrite[]): boolean =>
  new Set(writes.map(([field]) => field)).size === writes.length;

/** The nodes that a command routes to. */
export const targetsOf = ({ goto = [] }: Command): readonly Target[] => [goto].flat();

/** The writes of a command's update: a record, or pairs of field and value. Null for anything else. */
function writesOf(update: unknown): readonly FieldWrite[] | null {
  if (update === undefined || update === null) return [];
  if (isPlainRecord(update)) return Object.entries(update);
  return Array.isArray(update) && update.every(isPair) ? update : null;
}

const isPair = (value: unknown): value is FieldWrite =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

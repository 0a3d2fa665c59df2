import type { ToolMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { nodeBuiltin } from "@tidemark/state-manager/internal";
import { agentErrors } from "./errors.ts";

/** Call of a tool, as a model or a node makes it. */
export interface AskedTool {
  readonly tool: string;
  readonly args: unknown;
  /** Id that a model gave to the call. Undefined for a call of a node. */
  readonly callId: string | undefined;
}

/** Call of a tool with its result. Plain JSON, if its parts are. */
export interface RecordedTool {
  readonly tool: string;
  /** Arguments as the model gave them, and those that a person or a schema made of them. */
  readonly args: readonly unknown[];
  readonly callId: string;
  /** Result as the model read it. */
  readonly content: ToolMessage["content"];
  readonly isError: boolean;
  /** Name in the message of the result. */
  readonly name?: string;
  readonly artifact?: unknown;
  /** Fields of the state that the tool has written itself, with a command. */
  readonly update?: Readonly<Record<string, unknown>>;
}

/** Result of a call without a record: an error that ends the call, the tool itself, or what a function returns for it. */
export type UnrecordedTool = "refuse" | "run" | ((call: AskedTool) => unknown);

/** Results of tools by their calls. The same call gets its results in order, and then the last one again. */
export class RecordedTools {
  readonly #left: RecordedTool[];
  readonly #unrecorded: UnrecordedTool;
  readonly #unknown: AskedTool[] = [];
  readonly #known: readonly RecordedTool[];

  constructor(
    known: readonly RecordedTool[],
    { unrecorded = "refuse" }: { readonly unrecorded?: UnrecordedTool } = {},
  ) {
    this.#known = known;
    this.#left = [...known];
    this.#unrecorded = unrecorded;
  }

  /** Calls without a record, in order. */
  get unknown(): readonly AskedTool[] {
    return this.#unknown;
  }

  /** Takes the result of a call: of the call with the same id first, then of the next one with the same tool and arguments. */
  take(call: AskedTool): RecordedTool | null {
    const same = ({ tool, args }: RecordedTool): boolean =>
      tool === call.tool && args.some((each) => textOf(each) === textOf(call.args));
    const fits = this.#left.filter(same);
    const found = fits.find(({ callId }) => callId === call.callId) ?? fits[0] ?? this.#known.findLast(same);
    if (found === undefined) return null;
    const place = this.#left.indexOf(found);
    if (place !== -1) this.#left.splice(place, 1);
    return found;
  }

  /** Result of a call without a record. Null runs the tool. Throws `agents/unrecordedTool` where it is refused. */
  other(call: AskedTool): { readonly value: unknown } | null {
    this.#unknown.push(call);
    if (typeof this.#unrecorded === "function") return { value: this.#unrecorded(call) };
    if (this.#unrecorded === "run") return null;
    const known = this.#known.filter(({ tool }) => tool === call.tool).length;
    throw agentErrors.unrecordedTool({ tool: call.tool, args: textOf(call.args), known });
  }
}

/** Part of `AsyncLocalStorage`. */
interface Runs {
  getStore(): RecordedTools | undefined;
  run<Result>(recorded: RecordedTools, work: () => Result): Result;
}

const Storage: unknown = Reflect.get(Object(nodeBuiltin("node:async_hooks")), "AsyncLocalStorage");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class of Node.js; other runtimes may lack it
const runs = typeof Storage === "function" ? (Reflect.construct(Storage, []) as Runs) : null;

/** The recording of the current run. Undefined where everything is done. */
export const currentRecording = (): RecordedTools | undefined => runs?.getStore();

/** Runs work with recorded results of what is done outside of the graph. */
export const withRecording = <Result>(recorded: RecordedTools, work: () => Result): Result =>
  runs === null ? work() : runs.run(recorded, work);

/** Recorded result of something that an agent does outside of the graph. Null where nothing is recorded, or where it is to be done. */
export function recordedUpdate(call: AskedTool): { readonly value: unknown } | null {
  const recorded = currentRecording();
  if (recorded === undefined) return null;
  const found = recorded.take(call);
  return found === null ? recorded.other(call) : { value: found.update };
}

/** A value as text, whatever the order of its keys is. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    isPlainRecord(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

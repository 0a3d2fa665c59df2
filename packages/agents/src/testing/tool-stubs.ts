import { type AskedTool, type RecordedTool, RecordedTools } from "../kernel/recording.graph.ts";
import { RecordedFailure } from "../tools/recorded-failure.ts";
import { ENTRY } from "../tools/tool-entry.ts";

/**
 * Stub of a tool: its result, the message with which it fails, a function of the arguments that returns the result or throws, or `run`
 * for the tool itself.
 */
export type ToolStub =
  | "run"
  | { readonly result: unknown }
  | { readonly fails: string }
  | ((args: Readonly<Record<string, unknown>>) => unknown);

/** Recorded call of a tool. */
export interface RecordedToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Result, as JSON. */
  readonly result?: unknown;
  /** Message with which it failed, instead of a result. */
  readonly fails?: string;
  /** Fields that the tool has written, in order. */
  readonly updates?: readonly Readonly<Record<string, unknown>>[];
}

/** Stubs by the names of tools, or recorded calls. A call without one is refused, and fails its case. */
export type ToolStubs = Readonly<Record<string, ToolStub>> | readonly RecordedToolCall[];

const isList = (stubs: ToolStubs): stubs is readonly RecordedToolCall[] => Array.isArray(stubs);

/** Results of the tools of a case. */
export const stubbedTools = (stubs: ToolStubs): RecordedTools =>
  isList(stubs) ? new RecordedTools(stubs.map(recordedTool)) : new StubbedTools(stubs);

class StubbedTools extends RecordedTools {
  readonly #stubs: Readonly<Record<string, ToolStub>>;

  constructor(stubs: Readonly<Record<string, ToolStub>>) {
    super([]);
    this.#stubs = stubs;
  }

  override other(call: AskedTool): { readonly value: unknown } | null {
    const stub = Object.hasOwn(this.#stubs, call.tool) ? this.#stubs[call.tool] : undefined;
    if (stub === undefined) return super.other(call);
    if (stub === "run") return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- arguments of a tool are an object
    if (typeof stub === "function") return { value: stub(call.args as Readonly<Record<string, unknown>>) };
    if ("fails" in stub) throw new RecordedFailure(stub.fails);
    return { value: stub.result };
  }
}

function recordedTool(
  { name, args, result = null, fails, updates = [] }: RecordedToolCall,
  index: number,
): RecordedTool {
  const isError = fails !== undefined;
  const content = fails ?? (typeof result === "string" ? result : JSON.stringify(result));
  const artifact = { [ENTRY]: { execution: { result }, updates } };
  return { tool: name, args: [args], callId: `recorded_${index + 1}`, content, isError, ...(!isError && { artifact }) };
}

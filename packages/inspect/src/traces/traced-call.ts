import type { Plain } from "../values/plain-value.ts";

/** Work of a node by its span: an agent, a planner, a model or a tool. */
export interface TracedCall {
  /** `model` for a span of another program that contains one call of a model. */
  readonly kind: "agent" | "plan" | "model" | "tool";
  readonly name: string;
  /** Model that was called. Null if the span does not say, as for a tool. */
  readonly model: string | null;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** Messages or arguments that it got. Null unless the traces contain content. */
  readonly prompt: Plain;
  /** Messages or result that it returned. Null unless the traces contain content. */
  readonly answer: Plain;
  /** Text of the error that ended it. Null without one. */
  readonly error: string | null;
  /** Calls within it, in the order of their start. */
  readonly calls: readonly TracedCall[];
}

/** Part of a thread whose calls are looked for. */
export interface TracedPart {
  readonly threadId: string;
  /** Nodes that ran. */
  readonly nodes: readonly string[];
  /** Times between which they ran, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Finds the calls of steps in traces. */
export interface Traces {
  readonly callsIn: (part: TracedPart) => Promise<readonly TracedCall[]>;
}

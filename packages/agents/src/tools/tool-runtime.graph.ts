import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { PlanStep } from "@tidemark/core-state";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { Wait } from "@tidemark/state-manager/internal/langgraph";
import type { Emit } from "../kernel/event-emitter.graph.ts";

/** Second argument of a function that is a tool. */
export interface ToolRuntime<Values = object, Update = object, Changes = object> {
  /** The fields that the agent reads. */
  readonly values: Values;
  /** Aborted with the run, and when the tool's time is up. Pass it to asynchronous calls. */
  readonly signal: AbortSignal;
  readonly config: LangGraphRunnableConfig;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The step of the plan, or null. */
  readonly step: PlanStep | null;
  /** Key of this call: the same when it is repeated after a crash, and different in a copy of the thread. Pass it to services that run a request once. */
  readonly key: string;
  /** Emits an event to the stream of the run. */
  readonly emit: Emit;
  /** Waits for a time without a process. Calls of the model and of other tools that have ended do not run again. */
  readonly wait: Wait;
  /** Writes fields that the agent declares in `writes`, when the agent ends. */
  readonly update: (update: Update) => void;
  /** Proposes a change to fields that the agent declares in `proposes`, when the agent ends. */
  readonly propose: (changes: Changes, reason: string) => void;
}

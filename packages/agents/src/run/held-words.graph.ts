import { CallbackManager, type Callbacks } from "@langchain/core/callbacks/manager";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { privately } from "../kernel/private-tags.ts";

/** Handlers with which LangChain and LangGraph stream what runs below a node. */
const STREAMS: ReadonlySet<string> = new Set([
  "event_stream_tracer",
  "log_stream_tracer",
  "StreamMessagesHandler",
  "StreamProtocolMessagesHandler",
  "StreamToolsHandler",
]);

/** Under this key a graph finds the stream of the graph around it. */
const STREAM = "__pregel_stream";

/**
 * Config of a node whose words must not leave before they are checked: nothing that runs below it is streamed, by any mode of `stream`,
 * with `subgraphs`, or by `streamEvents`. The node's own result is.
 */
export function heldBack(config: LangGraphRunnableConfig): LangGraphRunnableConfig {
  const configurable = Object.fromEntries(Object.entries(config.configurable ?? {}).filter(([key]) => key !== STREAM));
  return privately({ ...config, ...callbacksOf(config.callbacks), configurable });
}

function callbacksOf(callbacks: Callbacks | undefined): { readonly callbacks?: Callbacks } {
  if (callbacks === undefined) return {};
  if (Array.isArray(callbacks)) return { callbacks: callbacks.filter((each) => !isStream(each)) };
  const manager = callbacks instanceof CallbackManager ? callbacks.copy() : callbacks;
  for (const handler of manager.handlers.filter(isStream)) manager.removeHandler(handler);
  return { callbacks: manager };
}

const isStream = (handler: object): boolean => STREAMS.has(String(Reflect.get(handler, "name")));

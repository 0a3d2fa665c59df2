import { getConfig, type LangGraphRunnableConfig } from "@langchain/langgraph";

/** One write of a LangGraph task: a channel and a value. */
type Write = readonly [channel: string, value: unknown];
type SendWrites = (writes: readonly Write[]) => void;

const SEND = "__pregel_send";

/** LangGraph's own send function by the function that guards it. */
const unguarded = new WeakMap<SendWrites, SendWrites>();

/** Check of writes that bypass the return value of a node. */
export interface SendGuard {
  /** Returns the value to write, or throws if it may not be written. */
  readonly check: (channel: string, value: unknown) => unknown;
  /** True to add this check to an existing guard instead of replacing it. */
  readonly adds?: boolean;
}

/**
 * Checks every write that a node sends without returning it, as `pushMessage` does. Returns the guarded config.
 *
 * The config that `getConfig` returns inside the node is guarded as well.
 */
export function guardSend(config: LangGraphRunnableConfig, guard: SendGuard): LangGraphRunnableConfig {
  const ambient = ambientConfig();
  // LangGraph creates this config for one call of the node, and uses another one to write the returned update.
  if (ambient !== undefined && ambient !== config) Object.assign(ambient, guardConfig(ambient, guard));
  const own = guardConfig(config, guard);
  if (ambient === config) Object.assign(config, own);
  return own;
}

function guardConfig(config: LangGraphRunnableConfig, { check, adds = false }: SendGuard): LangGraphRunnableConfig {
  const present: unknown = config.configurable?.[SEND];
  if (!isSend(present)) return config;
  const raw = unguarded.get(present) ?? present;
  const next = adds ? present : raw;
  const send: SendWrites = (writes) => {
    next(writes.map(([channel, value]) => [channel, check(channel, value)]));
  };
  unguarded.set(send, raw);
  return { ...config, configurable: { ...config.configurable, [SEND]: send } };
}

const isSend = (value: unknown): value is SendWrites => typeof value === "function";

/** Returns the config of the running node; undefined outside of graphs and without an async context. */
function ambientConfig(): LangGraphRunnableConfig | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- LangGraph returns undefined outside of graphs, contrary to its type
    return getConfig() ?? undefined;
  } catch {
    return undefined;
  }
}

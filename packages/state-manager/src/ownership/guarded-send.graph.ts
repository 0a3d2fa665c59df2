import { getConfig, type LangGraphRunnableConfig } from "@langchain/langgraph";

/** One write as LangGraph's tasks make it: a channel and a value. */
type Write = readonly [channel: string, value: unknown];
type SendWrites = (writes: readonly Write[]) => void;

const SEND = "__pregel_send";

/** Each function that checks writes, with the one of LangGraph below it. */
const unguarded = new WeakMap<SendWrites, SendWrites>();

/** What has to be known of a guard. */
export interface SendGuard {
  /** Returns what may be written in place of a value; throws for what may not. */
  readonly check: (channel: string, value: unknown) => unknown;
  /** True to check in addition to a guard that is there already, and not in its place. */
  readonly adds?: boolean;
}

/**
 * Makes every write that code of a node sends past its return value go through a check first, and returns the config for it.
 *
 * LangGraph itself writes this way: `pushMessage` does. The config that `getConfig` finds in the node is guarded as well.
 */
export function guardSend(config: LangGraphRunnableConfig, guard: SendGuard): LangGraphRunnableConfig {
  const ambient = ambientConfig();
  // LangGraph makes this config for the one call of the node, and writes what the node returned with another one.
  if (ambient !== undefined && ambient !== config) Object.assign(ambient, guarded(ambient, guard));
  const own = guarded(config, guard);
  if (ambient === config) Object.assign(config, own);
  return own;
}

function guarded(config: LangGraphRunnableConfig, { check, adds = false }: SendGuard): LangGraphRunnableConfig {
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

/** The config of the running node; none outside of graphs, and where there is no async context. */
function ambientConfig(): LangGraphRunnableConfig | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- LangGraph gives none outside of graphs, whatever its type says
    return getConfig() ?? undefined;
  } catch {
    return undefined;
  }
}

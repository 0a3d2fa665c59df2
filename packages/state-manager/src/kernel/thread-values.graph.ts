import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** LangGraph's function that reads several channels in a step. Empty channels are left out. */
type ReadChannels = (names: readonly string[]) => unknown;

const READ = "__pregel_read";

/**
 * Returns the values of the thread at the start of the running step, plus the keys of the input that are not fields.
 *
 * A `Send` passes a node an input of the sender's choice, on which a node that decides or commits must not rely. Outside of a
 * graph, where no thread exists, the input is returned unchanged.
 */
export function threadValues<Values extends object>(
  state: StateDeclaration,
  input: Values,
  config: LangGraphRunnableConfig | undefined,
): Values {
  if (readerOf(config) === null) return input;
  const own = Object.entries(input).filter(([name]) => !Object.hasOwn(state.fields, name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields with the values of the thread
  return { ...Object.fromEntries(own), ...readFields(config, Object.keys(state.fields)) } as Values;
}

/**
 * Returns one field of the thread at the start of the running step, or `otherwise` outside of a graph.
 *
 * @internal
 */
export function threadValue(name: string, config: LangGraphRunnableConfig | undefined, otherwise: unknown): unknown {
  return readerOf(config) === null ? otherwise : readFields(config, [name])[name];
}

function readerOf(config: LangGraphRunnableConfig | undefined): ReadChannels | null {
  const read: unknown = config?.configurable?.[READ];
  return isReader(read) ? read : null;
}

const isReader = (value: unknown): value is ReadChannels => typeof value === "function";

/**
 * Reads fields at the start of the running step, without those that the graph of the task does not have. Empty outside of a graph.
 *
 * @internal
 */
export function readFields(
  config: LangGraphRunnableConfig | undefined,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const read = readerOf(config);
  if (read === null) return {};
  try {
    const found = read(names);
    return isPlainRecord(found) ? found : {};
  } catch (error) {
    // A graph with another schema may lack fields of this state.
    const [only, ...more] = names;
    if (more.length > 0) return Object.fromEntries(names.flatMap((name) => Object.entries(readFields(config, [name]))));
    if (only !== undefined && error instanceof TypeError) return {};
    throw error;
  }
}

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
  const read = readerOf(config);
  if (read === null) return input;
  const own = Object.entries(input).filter(([name]) => !Object.hasOwn(state.fields, name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields with the values of the thread
  return { ...Object.fromEntries(own), ...readFields(read, Object.keys(state.fields)) } as Values;
}

/**
 * Returns one field of the thread at the start of the running step, or `otherwise` outside of a graph.
 *
 * @internal
 */
export function threadValue(name: string, config: LangGraphRunnableConfig | undefined, otherwise: unknown): unknown {
  const read = readerOf(config);
  return read === null ? otherwise : readFields(read, [name])[name];
}

function readerOf(config: LangGraphRunnableConfig | undefined): ReadChannels | null {
  const read: unknown = config?.configurable?.[READ];
  return isReader(read) ? read : null;
}

const isReader = (value: unknown): value is ReadChannels => typeof value === "function";

function readFields(read: ReadChannels, names: readonly string[]): Readonly<Record<string, unknown>> {
  try {
    const found = read(names);
    return isPlainRecord(found) ? found : {};
  } catch (error) {
    // A graph with another schema may lack fields of this state.
    const [only, ...more] = names;
    if (more.length > 0) return Object.fromEntries(names.flatMap((name) => Object.entries(readFields(read, [name]))));
    if (only !== undefined && error instanceof TypeError) return {};
    throw error;
  }
}

import { InvalidUpdateError } from "@langchain/langgraph";
import {
  type BaseChannel,
  BinaryOperatorAggregate,
  LastValue,
  UntrackedValueChannel,
} from "@langchain/langgraph/channels";
import { existingChannel } from "../adoption/existing-fields.graph.ts";
import type { Field } from "../kernel/field.ts";
import { freezeDeep, freezeNew } from "../kernel/freeze.ts";
import { initialValue } from "../state/state.ts";
import { hasReducer, reducerOf, triedReducerOf } from "../kernel/tried-reducer.graph.ts";

/** Makes the LangGraph channel of a field. */
export function channelOf(declared: Field): BaseChannel {
  const existing = existingChannel(declared);
  if (existing !== null) return existing;
  const createDefault = (): unknown => initialValue(declared);
  if (declared.lifetime === "transient") return new TransientChannel(createDefault);
  return hasReducer(declared) ? new ReducedChannel(declared, createDefault) : new ReplacedChannel(createDefault);
}

/** LangGraph's `LastValue` channel, except that `undefined` is ignored: a node that omits a field keeps its value. */
class ReplacedChannel extends LastValue<unknown> {
  override update(values: unknown[]): boolean {
    const written = values.filter((value) => value !== undefined);
    if (written.length < 2) return super.update(written);
    // LangGraph adds the name of the field.
    throw new InvalidUpdateError(
      `${written.length} nodes of one step wrote this field, and it keeps one value. Let one node write it, or give it a ` +
        "reducer. Agents that run in the same step need `agentNode(…, { counts: false })`.",
      { lc_error_code: "INVALID_CONCURRENT_GRAPH_UPDATE" },
    );
  }

  /** Value of the field after updates, for edges. */
  valueAfter(current: unknown, updates: readonly unknown[]): unknown {
    const [only] = updates;
    return updates.length === 1 && only !== undefined ? only : applied(this, current, updates);
  }

  override fromCheckpoint(checkpoint?: unknown): this {
    const restored = new ReplacedChannel(this.initialValueFactory);
    if (checkpoint !== undefined) restored.value = [freezeDeep(checkpoint)];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's signature promises the subclass, which this is
    return restored as this;
  }
}

/** Reads a stored value without creating a default. */
const storedValueReader = /* @__PURE__ */ new BinaryOperatorAggregate<unknown>((_, update) => update);

/** LangGraph's `BinaryOperatorAggregate` channel. The same field in another schema of the graph, such as a node's input, is the same channel. */
class ReducedChannel extends BinaryOperatorAggregate<unknown> {
  readonly #declared: Field;
  readonly #reduce: ReturnType<typeof reducerOf>;
  readonly #createDefault: () => unknown;

  constructor(declared: Field, createDefault: () => unknown) {
    super(triedReducerOf(declared).reduce, createDefault);
    this.#declared = declared;
    this.#reduce = reducerOf(declared);
    this.#createDefault = createDefault;
  }

  override fromCheckpoint(checkpoint?: unknown): this {
    const restored = new ReducedChannel(this.#declared, this.#createDefault);
    // LangGraph stores values in more than one form.
    if (checkpoint !== undefined) restored.value = storedValueReader.fromCheckpoint(checkpoint).value;
    if (this.#declared.holds !== "messages") freezeDeep(restored.value);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's signature promises the subclass, which this is
    return restored as this;
  }

  override update(values: unknown[]): boolean {
    const updated = super.update(values);
    // The current value and the updates are frozen, so only what the reducer created is new.
    if (updated && this.#declared.holds !== "messages") freezeNew(this.value);
    return updated;
  }

  /** Value of the field after updates, for edges. The last update has the same result when it is applied. */
  valueAfter(current: unknown, updates: readonly unknown[]): unknown {
    if (current === undefined || updates.some(isOverwrite)) return applied(this, current, updates);
    const { attempt } = triedReducerOf(this.#declared);
    const value = updates.reduce(attempt, current);
    return this.#declared.holds === "messages" ? value : freezeNew(value);
  }

  override equals(other: BaseChannel): boolean {
    return super.equals(other) || (other instanceof BinaryOperatorAggregate && other.operator === this.#reduce);
  }
}

/** Value of a channel after LangGraph has applied updates to a copy of it. */
function applied(channel: BaseChannel, current: unknown, updates: readonly unknown[]): unknown {
  const copy = channel.fromCheckpoint(current);
  copy.update([...updates]);
  return copy.isAvailable() ? copy.get() : undefined;
}

const isOverwrite = (update: unknown): boolean =>
  typeof update === "object" && update !== null && "__overwrite__" in update;

/** LangGraph's `UntrackedValueChannel`, except that `undefined` is ignored and that channels of equal fields are equal. */
class TransientChannel extends UntrackedValueChannel<unknown> {
  readonly #createDefault: () => unknown;

  constructor(createDefault: () => unknown) {
    super({ initialValueFactory: createDefault });
    this.#createDefault = createDefault;
  }

  override update(values: unknown[]): boolean {
    return super.update(values.filter((value) => value !== undefined));
  }

  override fromCheckpoint(): this {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's signature promises the subclass, which this is
    return new TransientChannel(this.#createDefault) as this;
  }

  override equals(other: BaseChannel): boolean {
    return other instanceof UntrackedValueChannel;
  }
}

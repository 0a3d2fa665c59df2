import { AIMessage } from "@langchain/core/messages";
import { BaseCheckpointSaver, emptyCheckpoint, MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { AnswerCheck } from "../../src/guardrails/answer-check.graph.ts";
import { withCheckedStorage } from "../../src/guardrails/checked-saver.graph.ts";

/** Sent to a node, as LangGraph's `Send` is. */
class Sent {
  readonly args: unknown;
  constructor(args: unknown) {
    this.args = args;
  }
}

const replaced = (message: object) => Promise.resolve(AIMessage.isInstance(message) ? new AIMessage("-") : message);

/** A record with a key that would replace the prototype of a record to which it is assigned. */
const hostile = () =>
  Object.defineProperty({ said: [new AIMessage("secret")] }, "__proto__", {
    value: { isAdmin: true },
    enumerable: true,
  });

/** A value as a saver gets it, after every message of the assistant was replaced. */
async function storedOf(value: unknown): Promise<unknown> {
  const saver = new MemorySaver();
  let stored: unknown = null;
  saver.put = (config, { channel_values: values }) => {
    stored = values["value"];
    return Promise.resolve(config);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver calls only `stored`
  const words = { stored: replaced } as unknown as AnswerCheck;
  const { configurable = {} } = withCheckedStorage({ configurable: { __pregel_checkpointer: saver } }, words);
  const checked: unknown = configurable["__pregel_checkpointer"];
  if (!(checked instanceof BaseCheckpointSaver)) throw new Error("There is no saver.");
  const metadata = { source: "loop" as const, step: 0, parents: {} };
  await checked.put({}, { ...emptyCheckpoint(), channel_values: { value } }, metadata, {});
  return stored;
}

describe("what a graph of an agent stores", () => {
  test("keeps its class when a message in it is replaced", async () => {
    const stored = await storedOf(new Sent({ said: [new AIMessage("secret")] }));
    expect(stored).toBeInstanceOf(Sent);
    expect(JSON.stringify(stored)).not.toContain("secret");
  });

  test("keeps a hostile key as a key, in a record and in an instance", async () => {
    for (const value of [hostile(), Object.assign(new Sent(null), { args: hostile() })]) {
      const stored = await storedOf(value);
      const record = stored instanceof Sent ? stored.args : stored;
      if (!(record instanceof Object)) throw new Error("Nothing was stored.");
      expect(Object.keys(record).toSorted()).toEqual(["__proto__", "said"]);
      expect(Reflect.get(record, "isAdmin")).toBeUndefined();
      expect(JSON.stringify(record)).not.toContain("secret");
    }
  });
});

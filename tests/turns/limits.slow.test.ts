// Limits fail closed: whatever a model reports and asks for, and whichever process continues after a person, no limit of a turn is exceeded.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import fc from "fast-check";
import { AgentState, extendState, fieldGroups, openSession } from "tidemark";
import { createAgentGraph, defineAgent, type Limits } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allSavers } from "../checkpoint/savers.ts";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

/** Number of runs with each saver; nightly runs multiply it. */
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 2.5);

/** Largest usage of a call. */
const MOST_TOKENS = 120;

const tokens = (input: unknown, output: unknown) => ({ input_tokens: input, output_tokens: output });

/** Usage that says nothing. */
const odd: readonly unknown[] = [
  undefined,
  null,
  {},
  tokens(Number.NaN, Number.NaN),
  tokens(-60, -40),
  tokens("6", "4"),
];

/** Calls of tools, without which a turn ends. */
const some = fc.array(fc.constantFrom("look", "look", "pay"), { minLength: 1, maxLength: 3 });

const answers = fc.array(
  fc.record({
    usage: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 1, max: 80 }), fc.nat(40)).map(([i, o]) => tokens(i, o)) },
      { weight: 2, arbitrary: fc.constantFrom(...odd) },
    ),
    calls: fc.oneof({ weight: 8, arbitrary: some }, { weight: 1, arbitrary: fc.constant([]) }),
  }),
  { minLength: 1, maxLength: 8 },
);

const limits = fc.record({
  maxModelCalls: fc.integer({ min: 1, max: 8 }),
  maxToolCalls: fc.integer({ min: 0, max: 12 }),
  maxTokens: fc.constantFrom(1, 200, 600, 100_000, 100_000),
  maxUncountedCalls: fc.constantFrom(0, 1, 2, 3, 4),
});

type Script = readonly { readonly usage: unknown; readonly calls: readonly string[] }[];

/** What really happened in a turn. */
class Witness {
  calls = 0;
  tools = 0;
  tokens = 0;
  uncounted = 0;
}

/** A model that reports anything, and asks for tools. */
class AnyModel extends BaseChatModel {
  readonly #script: Script;
  readonly #witness: Witness;

  constructor(script: Script, witness: Witness) {
    super({});
    this.#script = script;
    this.#witness = witness;
  }

  override _llmType(): string {
    return "any";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate() {
    const call = this.#witness.calls;
    this.#witness.calls += 1;
    const { usage, calls } = this.#script[call % this.#script.length] ?? { usage: null, calls: [] };
    const tool_calls = calls.map((name, index) => ({
      name,
      args: {},
      id: `${call}.${index}`,
      type: "tool_call" as const,
    }));
    if (odd.includes(usage)) this.#witness.uncounted += 1;
    else
      this.#witness.tokens +=
        Number(Reflect.get(Object(usage), "input_tokens")) + Number(Reflect.get(Object(usage), "output_tokens"));
    const message = Object.assign(new AIMessage({ content: "Done.", tool_calls }), { usage_metadata: usage });
    return { generations: [{ message, text: "Done." }] };
  }
}

function deskGraph(script: Script, witness: Witness, most: Partial<Limits>, checkpointer: BaseCheckpointSaver) {
  const run = () => {
    witness.tools += 1;
    return "ok";
  };
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Works.",
    reads: ["messages"],
    tools: {
      look: { description: "Looks.", inputs: z.object({}), run },
      pay: { description: "Pays.", inputs: z.object({}), run },
    },
    approvals: { pay: "always" },
  });
  const model = new AnyModel(script, witness);
  return createAgentGraph({
    state: Desk,
    model,
    agents: [clerk],
    limits: most,
    checkpointer,
    onError: () => undefined,
  });
}

describe.each(allSavers())("with %s", (_, open) => {
  test("no limit of a turn is exceeded, and calls that cannot be counted are limited, too", async () => {
    await fc.assert(
      fc.asyncProperty(
        answers,
        limits,
        fc.infiniteStream(fc.constantFrom("yes", "no")),
        async (script, most, words) => {
          const saver = await open();
          for (const message of ["Go", "Again"]) {
            const witness = new Witness();
            // Another process for each call: it knows what is stored.
            const session = () =>
              openSession({ graph: deskGraph(script, witness, most, saver), threadId: "t", userId: "ann" });
            let turn = await session().send(message);
            while (turn.outcome === "interrupted") {
              const [question] = await session().pending();
              turn = await session().resume(question?.id ?? "", words.next().value);
            }
            expect(turn).toMatchObject({ outcome: "done" });
            expect(witness.calls).toBeLessThanOrEqual(most.maxModelCalls);
            expect(witness.tools).toBeLessThanOrEqual(most.maxToolCalls);
            expect(witness.tokens).toBeLessThanOrEqual(most.maxTokens + MOST_TOKENS);
            expect(witness.uncounted).toBeLessThanOrEqual(most.maxUncountedCalls);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

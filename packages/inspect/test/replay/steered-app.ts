import { InMemoryStore } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const City = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      city: field({
        description: "Where to.",
        schema: z.string().nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "clerk",
      }),
    }),
  ],
});

/** What differs between versions of the desk. */
export interface SteeredVersion {
  readonly saver?: BaseCheckpointSaver;
  readonly store?: InMemoryStore;
  readonly model?: Parameters<typeof createAgentGraph>[0]["model"];
  /** Runs while the tool looks. */
  readonly looking?: (where: string) => Promise<void>;
  /** True for an agent whose messages nobody sees. */
  readonly isHidden?: boolean;
  readonly guardrails?: NonNullable<Parameters<typeof createAgentGraph>[0]["guardrails"]>;
  readonly inputs?: z.ZodObject;
}

const look = (where: string) => ({ toolCalls: [{ name: "look", args: { where } }] });

/** A desk whose tool looks for flights, and notes where to. */
export function steeredGraph({
  saver,
  store,
  model = scriptedModel([look("Porto"), look("Lisbon"), "Lisbon, from 90 euros.", "You are welcome."]),
  looking = () => Promise.resolve(),
  isHidden = false,
  guardrails = [],
  inputs = z.object({ where: z.string() }),
}: SteeredVersion = {}) {
  const clerk = defineAgent(City, {
    name: "clerk",
    description: "Looks for flights.",
    reads: ["messages"],
    writes: ["messages", "desk_city"],
    visible: !isHidden,
    tools: {
      look: {
        description: "Looks for flights.",
        inputs,
        run: async (given, { update }) => {
          const { where } = z.object({ where: z.string() }).parse(given);
          await looking(where);
          update({ desk_city: where });
          return "From 90 euros.";
        },
      },
    },
  });
  return createAgentGraph({
    state: City,
    agents: [clerk],
    model,
    guardrails,
    ...(saver !== undefined && { checkpointer: saver }),
    ...(store !== undefined && { store }),
  });
}

/** Two turns of a thread. `text` joins the first one while its first tool runs. */
export async function askSteered(
  saver: BaseCheckpointSaver,
  { text = "No, to Lisbon", ...version }: Omit<SteeredVersion, "looking" | "saver"> & { readonly text?: string } = {},
): Promise<void> {
  const joined: Promise<unknown>[] = [];
  const looking = async (): Promise<void> => {
    if (joined.length > 0) return;
    const stored = Promise.withResolvers<void>();
    const result = session.send(text, { onBusy: "steer", onSteered: stored.resolve }).finally(stored.resolve);
    joined.push(result);
    await Promise.race([stored.promise, result]);
  };
  const graph = steeredGraph({ ...version, saver, store: new InMemoryStore(), looking });
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  await session.send("Find flights to Porto");
  await Promise.all(joined);
  await session.send("Thanks");
}

/** Refuses words about passwords. */
const noPasswords = {
  name: "no passwords",
  beforeTurn: ({ text }: { readonly text: string }) =>
    text.includes("password") ? { refuse: "it is a password" } : undefined,
};

export const guarded = { guardrails: [noPasswords] };
export const same = (): object => steeredGraph();
export const hidden = (): object => steeredGraph({ isHidden: true });
export const refusing = (): object => steeredGraph(guarded);
export const stricter = (): object =>
  steeredGraph({ inputs: z.object({ where: z.string().refine((where) => where !== "Lisbon", "No flights there.") }) });

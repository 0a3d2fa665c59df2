import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

type Months = readonly string[] | null | undefined;

/** What differs between two versions of the desk. */
export interface DeskVersion {
  readonly reduce?: (current: Months, update: Months) => readonly string[];
  /** Arguments of the tool. */
  readonly inputs?: z.ZodObject;
  readonly instructions?: string;
  readonly hideToken?: (token: string) => string;
  readonly saver?: BaseCheckpointSaver;
  /** Model of the agent. Defaults to a script of two turns. */
  readonly model?: Parameters<typeof createAgentGraph>[0]["model"];
}

/** Calls of the tool that reached the ledger. */
export const effects: string[] = [];

/** A secret that the thread contains. */
export const TOKEN = "sk-1234567890abcdef1234";

const append = (current: Months, update: Months): readonly string[] =>
  update === undefined || update === null ? (current ?? []) : [...(current ?? []), ...update];

/** A desk whose agent calls a model, and a tool that writes fields. */
export function deskGraph({
  reduce = append,
  inputs = z.object({ month: z.string() }),
  instructions = "Look the invoice up.",
  hideToken = (token) => token,
  saver,
  model = scriptedModel([
    { toolCalls: [{ name: "find_invoice", args: { month: "May" } }] },
    "You were charged 180.",
    { toolCalls: [{ name: "find_invoice", args: { month: "June" } }] },
    "You were charged 90 in June.",
  ]),
}: DeskVersion = {}) {
  const owned = { lifetime: "thread", owner: "billing" } as const;
  const Desk = extendState(AgentState, {
    version: 1,
    fields: [
      fieldGroups.calls,
      fields("desk", {
        invoice: field({
          ...owned,
          description: "Invoice that was found.",
          schema: z.string().nullable(),
          default: () => null,
        }),
        seen: field({
          ...owned,
          description: "Months that were looked up.",
          schema: z.array(z.string()).readonly(),
          updateSchema: z.array(z.string()).readonly(),
          default: (): readonly string[] => [],
          reducer: reduce,
        }),
        api_token: field({
          ...owned,
          description: "Token of the ledger.",
          schema: z.string().nullable(),
          updateSchema: z.string(),
          default: () => null,
          reducer: (current, update) => (typeof update === "string" ? hideToken(update) : (current ?? null)),
        }),
      }),
    ],
  });
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions,
    reads: ["messages"],
    writes: ["messages", "desk_invoice", "desk_seen", "desk_api_token"],
    tools: {
      find_invoice: {
        description: "Finds an invoice.",
        inputs,
        run: (given, { update }) => {
          const { month } = z.object({ month: z.string() }).parse(given);
          effects.push(month);
          update({ desk_invoice: `${month}-180`, desk_seen: [month], desk_api_token: TOKEN });
          return { month, total: 180 };
        },
      },
    },
  });
  return createAgentGraph({
    state: Desk,
    agents: [billing],
    model,
    ...(saver !== undefined && { checkpointer: saver }),
  });
}

/** Two turns of a thread. */
export async function askDesk(saver: BaseCheckpointSaver, threadId: string): Promise<void> {
  const session = openSession({ graph: deskGraph({ saver }), threadId, userId: threadId });
  await session.send("What was I charged in May?");
  await session.send("And in June?");
  effects.length = 0;
}

export const same = (): object => deskGraph();
export const changedReducer = (): object => deskGraph({ reduce: (current, update) => update ?? current ?? [] });
export const changedSecret = (): object => deskGraph({ hideToken: (token) => `${token}-changed` });
export const changedSchema = (): object => deskGraph({ inputs: z.object({ month: z.string(), year: z.number() }) });
export const changedPrompt = (): object => deskGraph({ instructions: "Always apologize." });

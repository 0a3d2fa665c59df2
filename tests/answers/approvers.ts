// Programs whose effect needs the approval of people whom a rule names. Each counts its effects.
import { type BaseCheckpointSaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, fieldGroups, toStateSchema, turnStart } from "tidemark";
import { approvalSteps, createAgentGraph, defineAgent } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { z } from "zod";

export const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls, fieldGroups.session] });

/** Who may approve. */
export interface Rule {
  readonly by?: (answer: { readonly user: string; readonly request: { readonly payload: object } }) => boolean;
  readonly signatures?: number;
  readonly notRequester?: boolean;
}

/** The amount that a request is for, wherever its payload has it. */
export const amountIn = ({ payload }: { readonly payload: object }): number =>
  Number(/\d+/u.exec(JSON.stringify(payload))?.[0]);

const Step = z.looseObject({ parameters: z.object({ amount: z.number() }) });

/** Makes a program that pays 500 after an approval. */
export const programs = {
  "a tool": (rule: Rule, paid: number[], checkpointer: BaseCheckpointSaver) =>
    createAgentGraph({
      state: Desk,
      model: scriptedModel([
        { toolCalls: [{ name: "pay", args: { amount: 500 } }] },
        ...Array.from({ length: 9 }, () => "Done."),
      ]),
      agents: [
        defineAgent(Desk, {
          name: "clerk",
          description: "Pays.",
          reads: ["messages"],
          tools: {
            pay: {
              description: "Pays.",
              inputs: z.object({ amount: z.number() }),
              approve: { when: ({ inputs }) => inputs.amount > 100, ...rule },
              run: ({ amount }) => paid.push(amount),
            },
          },
        }),
      ],
      checkpointer,
    }),
  "a step": (rule: Rule, paid: number[], checkpointer: BaseCheckpointSaver) =>
    createAgentGraph({
      state: Desk,
      agents: [
        defineAgent(Desk, {
          name: "refunds",
          description: "Pays.",
          inputs: z.object({ amount: z.number() }),
          reads: [],
          run: (_, { inputs }) => {
            paid.push(inputs.amount);
            return {};
          },
        }),
      ],
      planner: () =>
        Promise.resolve({ steps: [{ capability: "refunds", taskObjective: "Pay", parameters: { amount: 500 } }] }),
      approvals: { refunds: { when: ({ inputs }) => inputs.amount > 100, ...rule } },
      approvalQuestions: { editable: { refunds: Step } },
      checkpointer,
    }),
  "a graph of nodes": (approve: Rule, paid: number[], checkpointer: BaseCheckpointSaver) =>
    new StateGraph(toStateSchema(Desk))
      .addNode("turn_start", turnStart(Desk))
      .addNode(
        approvalSteps(Desk, {
          name: "pay",
          request: () => ({ text: "Pay", payload: { amount: 500 } }),
          approve,
          editable: z.strictObject({ amount: z.number() }),
          effect: ({ payload }) => void paid.push(Number(payload["amount"])),
        }),
      )
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "pay")
      .compile({ checkpointer }),
} as const;

export type Program = keyof typeof programs;

export const kinds = ["a tool", "a step", "a graph of nodes"] as const;

type DeskGraph = ReturnType<(typeof programs)["a graph of nodes"]>;

/** A program and what it has paid. */
export function open(kind: Program, rule: Rule, checkpointer: BaseCheckpointSaver) {
  const paid: number[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graphs have the same state
  const graph = programs[kind](rule, paid, checkpointer) as unknown as DeskGraph;
  return { graph, paid };
}

/** The payload of a request for another amount. */
export const edited = (payload: Readonly<Record<string, unknown>>, amount: number): object =>
  "arguments" in payload
    ? { ...payload, arguments: { amount } }
    : "parameters" in payload
      ? { ...payload, parameters: { amount } }
      : { amount };

import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { type ApprovalAnswer } from "@tidemark/agents";
import { pendingApprovals } from "@tidemark/agents/internal";
import { type RunEvent, visibleValues } from "@tidemark/stream";
import { toAgUi } from "@tidemark/stream/ag-ui";
import { toUiMessages, toUiMessageStream } from "@tidemark/stream/ai-sdk";
import {
  routeAfterApproval,
  approvalNode,
  approvedEffect,
  requestApprovals,
} from "@tidemark/agents/internal/langgraph";
import { storedEvents, streamRun } from "@tidemark/stream/langgraph";
import { SeedState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    margin: field({
      description: "Margin.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "root",
      ui: false,
    }),
  }),
});
const SECRET = "SECRET-12345";
const EDITED = "SECRET-67890";

interface Setup {
  readonly policy: "ask" | "keepBoth" | "reject";
  readonly ask: "interrupt" | "record";
  readonly answers: readonly ("ask" | "approve" | "edit" | "misfit" | "no" | "unclear")[];
}

/** Graph in which the hidden value is proposed twice, part of a question, and part of a payload that needs approval. */
function deskGraph({ policy, ask }: Setup) {
  const next = routeAfterApproval({ approved: "discount" });
  const wish = (agent: string, value: string) =>
    defineNode(Desk, {
      agent,
      run: (_, { propose }) => ({ control_proposals: [propose({ desk_margin: value }, "It was said.")] }),
    });
  return new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("first", wish("first", "other"))
    .addNode("second", wish("second", SECRET))
    .addNode("commit", commitNode(Desk, { policies: { desk_margin: policy }, ask }))
    .addNode("draft", (_values, config) =>
      requestApprovals(config, [
        {
          capability: "discount",
          stepObjective: "Give a discount",
          payload: { percent: 10, of: [{ desk_margin: SECRET }] },
        },
      ]),
    )
    .addNode("approval", approvalNode(Desk, { editable: { discount: z.looseObject({ percent: z.number() }) } }))
    .addNode("discount", approvedEffect(Desk, { agent: "discount", effect: () => ({}) }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "first")
    .addEdge("turn_start", "second")
    .addEdge(["first", "second"], "commit")
    .addEdge("commit", "draft")
    .addEdge("draft", "approval")
    .addConditionalEdges("approval", next, ["approval", "discount", END])
    .addConditionalEdges("discount", next, ["approval", "discount", END])
    .compile({ checkpointer: new MemorySaver() });
}

const answerOf = (kind: Setup["answers"][number], id: string): ApprovalAnswer | string => {
  const payload = { percent: kind === "misfit" ? "much" : 20, desk_margin: EDITED };
  switch (kind) {
    case "approve":
      return { id, decision: "approve" };
    case "edit":
    case "misfit":
      return { id, decision: "edit", payload };
    case "ask":
      return { id, decision: "ask", question: "What is it about?" };
    case "no":
      return { id, decision: "reject", reason: `It is ${SECRET}.` };
    case "unclear":
    default:
      return "hm";
  }
};

test("no byte of a stream, an AG-UI stream, a stream or message of the AI SDK, a view or a question contains the value of a field with `ui: false`", async () => {
  let questions = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record<Setup>({
        policy: fc.constantFrom("ask", "keepBoth", "reject"),
        ask: fc.constantFrom("interrupt", "record"),
        answers: fc.array(fc.constantFrom("ask", "approve", "edit", "misfit", "no", "unclear"), { maxLength: 4 }),
      }),
      async (setup) => {
        const graph = deskGraph(setup);
        const run = { threadId: "t", runId: "r", state: Desk };
        const config = { configurable: { thread_id: "t", user_id: "ann" } };
        const written: string[] = [];
        const known = async () => z.record(z.string(), z.unknown()).parse((await graph.getState(config)).values);
        const take = async (input: unknown): Promise<readonly RunEvent[]> => {
          const events: RunEvent[] = [];
          async function* noted() {
            for await (const event of streamRun(graph, input, run)) {
              events.push(event);
              yield event;
            }
          }
          for await (const event of toAgUi(noted(), { threadId: "t" })) written.push(JSON.stringify(event));
          written.push(...events.map((event) => JSON.stringify(event)));
          for await (const chunk of toUiMessageStream(replayed(events))) written.push(JSON.stringify(chunk));
          const values = await known();
          written.push(JSON.stringify(toUiMessages([values["messages"]].flat())));
          written.push(JSON.stringify(visibleValues(Desk, values)));
          return events;
        };
        let events = await take({ messages: [{ role: "user", content: "Go" }] });
        for (const kind of setup.answers) {
          const ended = events.find((event) => event.type === "run_finished");
          const [interrupt] = ended?.type === "run_finished" ? ended.interrupts : [];
          if (interrupt === undefined) break;
          questions += 1;
          const [request] = pendingApprovals(await known());
          const commits = JSON.stringify(interrupt.value).includes("commit_approval");
          const answer = commits ? commitAnswer(interrupt.value, kind) : answerOf(kind, request?.id ?? "");
          events = await take(new Command({ resume: answer }));
        }
        const stored = await storedEvents(graph, run).catch(() => []);
        written.push(JSON.stringify([...stored]));
        expect(written.filter((text) => text.includes("SECRET"))).toEqual([]);
      },
    ),
    {
      examples: [[{ policy: "ask", ask: "interrupt", answers: ["approve", "ask", "misfit", "edit"] }]],
    },
  );
  expect(questions).toBeGreaterThan(50);
}, 600_000);

async function* replayed(events: readonly RunEvent[]) {
  yield* events;
}

test("the same values are visible if the field of the proposals is named", async () => {
  const graph = deskGraph({ policy: "ask", ask: "record", answers: [] });
  const events: RunEvent[] = [];
  const input = { messages: [{ role: "user", content: "Go" }] };
  const run = streamRun(graph, input, { threadId: "t", runId: "r", state: Desk, visible: ["control_proposals"] });
  for await (const event of run) events.push(event);
  expect(JSON.stringify(events.filter(({ type }) => type === "state_delta"))).toContain(SECRET);
});

function commitAnswer(value: unknown, kind: Setup["answers"][number]): Readonly<Record<string, boolean>> {
  const { requests } = z.looseObject({ requests: z.array(z.looseObject({ id: z.string() })) }).parse(value);
  return Object.fromEntries(requests.map(({ id }) => [id, kind !== "no"]));
}

import { interrupt, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import type { UIMessage } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { MemoryChat } from "./chat.ts";
import { KEY, server } from "./chat-server.ts";
import { Desk } from "./desk.ts";
import { type Piece, PlayingModel } from "./playing-model.ts";

const TOOLS = ["find", "refund", "ask"] as const;

/** Answer of a model: reasoning, words with a source, an image, then calls of tools. */
interface Answer {
  readonly form: "blocks" | "text";
  readonly reasoning: readonly string[];
  readonly words: readonly string[];
  readonly hasSource: boolean;
  readonly hasImage: boolean;
  readonly tools: readonly (typeof TOOLS)[number][];
}

const word = fc.constantFrom("Lisbon ", "is ", "lovely. ", "ü", "{", '"');

const answer: fc.Arbitrary<Answer> = fc.record({
  form: fc.constantFrom("blocks", "text"),
  reasoning: fc.array(word, { maxLength: 2 }),
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  hasSource: fc.boolean(),
  hasImage: fc.boolean(),
  tools: fc.array(fc.constantFrom(...TOOLS), { maxLength: 3 }),
});

/** A turn: what the model answers, whether it fails then, and how its questions are answered. */
const turn = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
  fails: fc.nat(5).map((dice) => dice === 0),
  decisions: fc.array(fc.constantFrom("approve", "reject", "edit"), { minLength: 4, maxLength: 4 }),
  reloads: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
});

const IMAGE = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };

function piecesOf(given: Answer, number: number, isLast: boolean): readonly Piece[] {
  const { form, reasoning, words, hasSource, hasImage } = given;
  const annotations = hasSource ? { annotations: [{ type: "citation", url: `https://a.example/${number}` }] } : {};
  const calls = isLast
    ? []
    : given.tools.map((name, index) => {
        const args = name === "ask" ? { question: `Which ${number}?` } : { order: `A-${number}` };
        return { call: { id: `call-${number}-${index}`, name, args, index } };
      });
  if (form === "text") return [...words.map((content) => ({ content })), ...calls, { content: "" }];
  return [
    ...reasoning.map((text) => ({ content: [{ type: "reasoning", reasoning: text }] })),
    ...words.map((text, index) => ({ content: [{ type: "text", text, ...(index === 0 && annotations) }] })),
    ...(hasImage ? [{ content: [IMAGE] }] : []),
    ...calls,
    { content: [] },
  ];
}

/** An agent whose tools finish at once, need an approval, or ask. */
function application() {
  const model = new PlayingModel();
  const inputs = z.object({ order: z.string() });
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      find: { description: "Finds an order.", inputs, run: ({ order }) => ({ order, paid: true }) },
      refund: { description: "Refunds an order.", inputs, run: ({ order }) => `${order} is refunded.` },
      ask: {
        description: "Asks the customer.",
        inputs: z.object({ question: z.string() }),
        run: ({ question }) => String(interrupt({ question })),
      },
    },
    approvals: { refund: "always" },
  });
  const graph = createAgentGraph({
    state: Desk,
    model,
    agents: [clerk],
    checkpointer: new MemorySaver(),
    limits: { maxModelCalls: 1000, maxToolCalls: 1000 },
  });
  return { model, session: (threadId: string) => openSession({ graph, threadId, userId: "eve" }) };
}

/** What the guide leaves out of the law: the state of earlier answers, answered questions, the ids of decided requests, and the run in the metadata. */
function comparable(messages: readonly UIMessage[]): unknown {
  return JSON.parse(
    JSON.stringify(
      messages.map(({ id, role, parts }, index) => ({
        id,
        role,
        parts: parts.flatMap((part): unknown => {
          if (part.type === "data-state" && index < messages.length - 1) return [];
          if (part.type === "data-question" && "data" in part) return questionOf(part.data).open ? [part] : [];
          if (part.type === "reasoning") return [{ type: part.type, text: part.text, state: part.state }];
          if (part.type !== "dynamic-tool" || part.state === "approval-requested") return [part];
          const { approval: _, ...rest } = part;
          return [{ ...rest, isDenied: part.state === "output-denied" }];
        }),
      })),
    ),
  );
}

const questionOf = (data: unknown) => z.object({ open: z.boolean() }).parse(data);

const openIn = ({ lastMessage }: MemoryChat): readonly unknown[] =>
  (lastMessage?.parts ?? []).flatMap((part) =>
    part.type === "data-question" && "data" in part && questionOf(part.data).open ? [part.data] : [],
  );

const isOpen = (chat: MemoryChat): boolean => openIn(chat).length > 0;

/** Answers one open question of a chat. */
async function answerOne(chat: MemoryChat, decision: string): Promise<void> {
  const [data] = openIn(chat);
  const {
    interruptId,
    signature,
    requests = [],
  } = z
    .object({
      interruptId: z.string(),
      signature: z.string(),
      requests: z
        .array(
          z.object({ id: z.string(), hash: z.string(), toolCallId: z.string(), payload: z.looseObject({}).optional() }),
        )
        .optional(),
    })
    .parse(data);
  const [request] = requests;
  const payload = request?.payload ?? {};
  const given =
    request === undefined
      ? "B-2"
      : {
          id: request.id,
          decision,
          hash: request.hash,
          ...(decision === "edit" && { payload: { ...payload, arguments: { order: "B-2" } } }),
        };
  await chat.sendMessage(undefined, { body: { answers: [{ interruptId, answer: given, signature }] } });
  expect(chat.error).toBe(undefined);
}

describe("a stored conversation", () => {
  test("has the messages that a page has made of the stream, at every pause, after every answer, and at the end", async () => {
    let tries = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 2 }), async (turns) => {
        tries += 1;
        const threadId = `try-${tries}`;
        const { model, session } = application();
        const { tab } = server(session, { key: KEY });
        let chat = await tab(threadId);
        const isSame = async () => {
          const [stored, streamed] = [comparable((await tab(threadId)).messages), comparable(chat.messages)];
          expect(stored).toEqual(streamed);
        };
        let number = 0;
        for (const { answers, fails, decisions, reloads } of turns) {
          model.answers = [
            ...answers.map((each, index) => piecesOf(each, (number += 1), !fails && index === answers.length - 1)),
            ...(fails ? (["fail", "fail", "fail", "fail", "fail"] as const) : []),
          ];
          await chat.sendMessage({ text: "Refund, please" });
          for (let pause = 0; isOpen(chat); pause += 1) {
            await isSame();
            if (reloads[pause % 4] === true) chat = await tab(threadId);
            await answerOne(chat, decisions[pause % 4] ?? "approve");
          }
          // The thread keeps nothing of an agent that has failed.
          if (fails) chat = await tab(threadId);
          else await isSame();
        }
      }),
      { numRuns: Number(process.env["FC_RUNS"] ?? 100) > 100 ? 300 : 20 },
    );
  });
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const Call = z.object({ function: z.object({ name: z.string() }) });
const Message = z.object({ role: z.string(), content: z.unknown(), tool_calls: z.array(Call).optional() });
const Asked = z.object({
  stream: z.boolean().default(false),
  messages: z.array(Message),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});

/** What a client has sent. */
export type Asked = z.infer<typeof Asked>;

/** An answer: words, or a call of a tool. */
interface Answer {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly args: object };
}

/** The last words of every refund. */
export const REFUNDED = "Refunded 180 for invoice a.";

/**
 * Answers as a model at a support desk would: the agent with the tools finds the invoice, then refunds it, then reports it; any other agent
 * passes the work on first.
 */
function answerTo({ messages, tools }: Asked): Answer {
  const names = tools.map((each) => each.function.name);
  const asked = messages.findLastIndex(({ role, content }) => role === "user" && textOf(content).startsWith("Refund"));
  const thanked = messages.findLastIndex(({ role, content }) => role === "user" && textOf(content) === "Thanks");
  if (thanked > asked) return { text: "You are welcome." };
  const called = messages.slice(asked).flatMap((each) => (each.tool_calls ?? []).map((call) => call.function.name));
  if (names.includes("refund")) {
    if (!called.includes("find_invoice")) return { call: { name: "find_invoice", args: { id: "a" } } };
    if (!called.includes("refund")) return { call: { name: "refund", args: { id: "a", amount: 180 } } };
    return { text: REFUNDED };
  }
  const transfer = names.find((name) => /billing/i.test(name));
  if (transfer === undefined || called.includes(transfer)) return { text: REFUNDED };
  return { call: { name: transfer, args: transfer.startsWith("agent-") ? { prompt: "Refund invoice a." } : {} } };
}

const Part = z.array(z.object({ text: z.string().default("") }));

const textOf = (content: unknown): string =>
  typeof content === "string" ? content : (Part.safeParse(content).data ?? []).map(({ text }) => text).join("");

/** A server on this machine that speaks OpenAI's chat completions, and streams words in pieces. */
export class ModelServer {
  readonly asked: Asked[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const asked = Asked.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
        this.asked.push(asked);
        const [type, body] = this.#bodyOf(asked);
        response.writeHead(200, { "content-type": type });
        response.end(body);
      });
    });
  }

  static async start(): Promise<ModelServer> {
    const server = new ModelServer();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  /** Address for `OPENAI_BASE_URL`. */
  get url(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #bodyOf(asked: Asked): readonly [type: string, body: string] {
    const { text, call } = answerTo(asked);
    const about = { id: `chatcmpl-${this.asked.length}`, created: 0, model: "gpt-5-mini" };
    const reason = call === undefined ? "stop" : "tool_calls";
    const toolCall = call && {
      id: `call_${this.asked.length}`,
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    if (!asked.stream) {
      const message = { role: "assistant", content: text ?? null, ...(toolCall && { tool_calls: [toolCall] }) };
      const choices = [{ index: 0, message, finish_reason: reason }];
      return ["application/json", JSON.stringify({ ...about, object: "chat.completion", choices, usage })];
    }
    const deltas = [
      { role: "assistant", content: "" },
      ...(text?.match(/.{1,6}/gs) ?? []).map((content) => ({ content })),
      ...(toolCall === undefined ? [] : [{ tool_calls: [{ index: 0, ...toolCall }] }]),
    ];
    const chunks = [
      ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
      { choices: [], usage },
    ];
    const lines = chunks.map((chunk) => JSON.stringify({ ...about, object: "chat.completion.chunk", ...chunk }));
    return ["text/event-stream", [...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join("")];
  }
}

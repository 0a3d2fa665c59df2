import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A tool call of a scripted answer. `json` is sent as it is, so that it can be broken. */
export interface ServedCall {
  readonly name: string;
  readonly args?: object;
  readonly json?: string;
  readonly id?: string;
}

/** One answer of the server. */
export type Served =
  | string
  | {
      readonly text?: string;
      readonly calls?: readonly ServedCall[];
      readonly refusal?: string;
      readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
      /** Ends the stream early: `closed` by closing it in order, `reset` by breaking the connection. */
      readonly cut?: "closed" | "reset";
    }
  | { readonly status: number; readonly retryAfter?: string; readonly message?: string }
  | { readonly body: string }
  | { readonly hangs: true };

/** What a client has sent. */
export interface Asked {
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly [key: string]: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly description?: string } }[];
  readonly tool_choice: unknown;
  readonly authorization: string;
}

/** Chooses an answer by what was asked, and by the number of the request, from 1. */
export type Script = (asked: Asked, number: number) => Served;

/** A server on this machine that speaks OpenAI's chat completions, streaming in small pieces. */
export class OpenAIServer {
  readonly asked: Asked[] = [];
  readonly #server: Server;
  readonly #script: Script;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts a server. A list answers in order, and repeats its last answer. */
  static async start(script: Script | readonly Served[]): Promise<OpenAIServer> {
    const choose: Script =
      typeof script === "function" ? script : (_, number) => script[Math.min(number, script.length) - 1] ?? "";
    const server = new OpenAIServer(choose);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  /** Address for a client's `baseURL`. */
  get url(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the real client sends
    const body = JSON.parse(text) as Partial<Asked>;
    const { model = "", stream = false, messages = [], tools = [], tool_choice = null } = body;
    const { url: path = "", headers } = request;
    const asked = { path, model, stream, messages, tools, tool_choice, authorization: headers.authorization ?? "" };
    this.asked.push(asked);
    const served = this.#script(asked, this.asked.length);
    if (typeof served !== "string" && "hangs" in served) return;
    if (typeof served !== "string" && "status" in served) {
      const { status, retryAfter, message = `Status ${status}` } = served;
      const extra = retryAfter === undefined ? {} : { "retry-after": retryAfter };
      response.writeHead(status, { "content-type": "application/json", ...extra });
      response.end(JSON.stringify({ error: { message, type: "server_error", code: null } }));
      return;
    }
    if (typeof served !== "string" && "body" in served) {
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.end(stream ? `data: ${served.body}\n\n` : served.body);
      return;
    }
    const answer = typeof served === "string" ? { text: served } : served;
    const about = { id: `chatcmpl-${this.asked.length}`, created: 0, model };
    const calls = (answer.calls ?? []).map(({ name, args = {}, json = JSON.stringify(args), id }, index) => ({
      id: id ?? `call_${this.asked.length}_${index + 1}`,
      type: "function",
      function: { name, arguments: json },
    }));
    const { input = 10, output = 5, cached = 0 } = answer.usage ?? {};
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    };
    const reason = calls.length > 0 ? "tool_calls" : "stop";
    if (!stream) {
      const { text: content = null, refusal = null } = answer;
      const message = { role: "assistant", content, refusal, ...(calls.length > 0 && { tool_calls: calls }) };
      const choices = [{ index: 0, message, finish_reason: reason, logprobs: null }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...about, object: "chat.completion", choices, usage }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object | null, finish: string | null = null, rest: object = {}) => {
      const choices = delta === null ? [] : [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...rest })}\n\n`);
    };
    send({ role: "assistant", content: "" });
    const pieces: object[] = (answer.text ?? "").match(/.{1,6}/gs)?.map((content) => ({ content })) ?? [];
    if (answer.refusal !== undefined) pieces.push({ refusal: answer.refusal });
    calls.forEach((call, index) => {
      const { arguments: json, ...named } = call.function;
      pieces.push({ tool_calls: [{ index, ...call, function: { ...named, arguments: "" } }] });
      for (const piece of json.match(/.{1,4}/gs) ?? []) {
        pieces.push({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    });
    const sent = answer.cut === undefined ? pieces : pieces.slice(0, Math.ceil(pieces.length / 2));
    for (const piece of sent) send(piece);
    if (answer.cut === "reset") {
      // What was written leaves before the connection breaks.
      setImmediate(() => response.destroy());
      return;
    }
    if (answer.cut === undefined) {
      send({}, reason);
      send(null, null, { usage });
      response.write("data: [DONE]\n\n");
    }
    response.end();
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { z } from "zod";

/** Reply of the server to one request. */
export type Reply = (response: ServerResponse) => void;

const JsonSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
});

/** The parts of a chat-completions request that tests look at. */
const ChatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: JsonSchema }) })).optional(),
  tool_choice: z.unknown().optional(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ strict: z.boolean().optional(), schema: JsonSchema }),
    })
    .optional(),
});

interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
  readonly body: z.infer<typeof ChatBody>;
}

/** A server that speaks the OpenAI chat-completions protocol from a script: one reply a request, the last one for ever. */
export interface ChatServer extends AsyncDisposable {
  readonly address: string;
  readonly requests: readonly Received[];
  /** Number of requests received. */
  readonly connections: number;
  /** Number of connections that the client closed before the answer was complete. */
  readonly cutOff: number;
  /** Resolves the first time that this happens. */
  readonly firstCutOff: Promise<void>;
}

/** Starts the server on a free port of this machine alone. */
export async function chatServer(...script: readonly Reply[]): Promise<ChatServer> {
  const requests: Received[] = [];
  let connections = 0;
  let cutOff = 0;
  const cuts = new EventTarget();
  const firstCutOff = new Promise<void>((resolve) => cuts.addEventListener("cut", () => resolve(), { once: true }));
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    if (request.url === "/v1/chat/completions") {
      const { data: body } = ChatBody.safeParse(JSON.parse(text));
      if (body === undefined) return void response.writeHead(400).end();
      requests.push({ path: request.url ?? "", authorization: request.headers.authorization, text, body });
    }
    (script[requests.length - 1] ?? script.at(-1))?.(response);
  };
  const server = createServer((request, response) => {
    connections += 1;
    response.on("close", () => {
      if (response.writableFinished) return;
      cutOff += 1;
      cuts.dispatchEvent(new Event("cut"));
    });
    void receive(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (place === null || typeof place === "string") throw new TypeError("it does not listen on a port");
  return {
    address: `http://127.0.0.1:${place.port}/v1`,
    requests,
    get connections() {
      return connections;
    },
    get cutOff() {
      return cutOff;
    },
    firstCutOff,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json =
  (status: number, body: unknown): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

const completion = (message: Readonly<Record<string, unknown>>, reason = "stop"): Reply =>
  json(200, {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "test-model",
    choices: [{ index: 0, finish_reason: reason, message: { role: "assistant", content: null, ...message } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

/** Answers with text. */
export const says = (content: string): Reply => completion({ content });

/** Answers with an error that repeats a part of the key, as real services do. */
export const fails = (status: number): Reply =>
  json(status, { error: { message: "Incorrect API key provided: sk-test-secret", type: "error", code: null } });

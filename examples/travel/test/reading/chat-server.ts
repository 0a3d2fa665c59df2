import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Body = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.unknown() })),
  response_format: z.looseObject({ json_schema: z.looseObject({ strict: z.boolean() }) }).optional(),
});

/** A request that the server has received. */
interface ChatRequest {
  readonly model: string;
  readonly authorization: string | undefined;
  /** Text of the last message. */
  readonly last: string;
  /** True if the schema of the answer must have only required properties. */
  readonly isStrict: boolean;
}

/** A server that speaks OpenAI's chat completions. */
export interface ChatServer extends AsyncDisposable {
  readonly address: string;
  readonly requests: readonly ChatRequest[];
}

/** Starts a server on a free port. Each answer is one of the model, and the last one is repeated; a status fails, and repeats the key that was sent. */
export async function chatServer(...answers: readonly (object | number)[]): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers;
    const { model, messages, response_format: format } = Body.parse(await json(request));
    const answer = answers[requests.length] ?? answers.at(-1) ?? 500;
    requests.push({
      model,
      authorization,
      last: String(messages.at(-1)?.content),
      isStrict: format?.json_schema.strict !== false,
    });
    const [status, body] = typeof answer === "number" ? [answer, refusalOf(authorization)] : [200, says(answer)];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    address: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refusalOf = (authorization = "") => ({ error: { message: `Wrong key: ${authorization}`, type: "error" } });

const says = (answer: object) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "test-model",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: JSON.stringify(answer) } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

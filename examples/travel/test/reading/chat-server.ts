import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Body = z.looseObject({ model: z.string() });

/** A server that speaks OpenAI's chat completions, and gives the same answer to every request. */
export interface ChatServer extends AsyncDisposable {
  readonly address: string;
  readonly requests: readonly { readonly model: string; readonly authorization: string | undefined }[];
}

/** Starts a server on a free port. An object is the answer of the model; a status fails, and repeats the key that was sent. */
export async function chatServer(answer: object | number): Promise<ChatServer> {
  const requests: { model: string; authorization: string | undefined }[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization } = request.headers;
    requests.push({ model: Body.parse(await json(request)).model, authorization });
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

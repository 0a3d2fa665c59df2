import { z } from "zod";
import { webServer, type WebApplication } from "../src/index.ts";

const Event = z.looseObject({ type: z.string() });
export type Event = z.infer<typeof Event>;

const View = z.looseObject({
  revision: z.string().nullable(),
  running: z.boolean(),
  messages: z.array(z.looseObject({ id: z.string(), parts: z.array(z.looseObject({ text: z.string().optional() })) })),
  asked: z.array(z.looseObject({ text: z.string(), place: z.number(), answer: z.unknown() })),
  asking: z.array(z.number()),
  questions: z.array(
    z.looseObject({
      interruptId: z.string(),
      text: z.string(),
      choices: z.array(z.looseObject({ label: z.string(), answer: z.unknown(), role: z.string() })),
    }),
  ),
  unfinished: z.boolean(),
});

/** Sends requests to a server as a page does, without a browser. */
export function client(application: WebApplication, threadId = "trip") {
  const server = webServer(application);
  const request = (path: string, init: RequestInit = {}) =>
    server.request(`http://127.0.0.1:4100${path}`, {
      ...init,
      headers: { host: "127.0.0.1:4100", ...(init.body !== undefined && JSON_BODY), ...headersOf(init) },
    });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    request("/api/chat", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });
  const run = async (parts: object): Promise<readonly Event[]> => {
    const response = await post({ id: threadId, messages: [], ...parts });
    if (response.status !== 200) throw new Error(await response.text());
    return eventsIn(await response.text());
  };
  const view = async () => View.parse(await (await request(`/api/threads/${threadId}`)).json());
  return {
    request,
    post,
    say: (text: string) => run({ messages: [userMessage(text, `m-${crypto.randomUUID()}`)] }),
    answer: (interruptId: string, answer: unknown) => run({ answers: [{ interruptId, answer }] }),
    continueTurn: () => run({ trigger: "regenerate-message" }),
    async followTurn(): Promise<readonly Event[]> {
      return eventsIn(await (await request(`/api/chat/${threadId}/stream`)).text());
    },
    view,
    async texts(): Promise<readonly string[]> {
      return (await view()).messages.flatMap(({ parts }) =>
        parts.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])),
      );
    },
  };
}

/** A message as the page sends it. */
export const userMessage = (text: unknown, id = "m-1") => ({ id, role: "user", parts: [{ type: "text", text }] });

const JSON_BODY = { "content-type": "application/json" };

const headersOf = ({ headers }: RequestInit): Record<string, string> => Object.fromEntries(new Headers(headers));

/** The events of a stream of Server-Sent Events. */
const eventsIn = (text: string): readonly Event[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => Event.parse(JSON.parse(line.slice("data: ".length))));

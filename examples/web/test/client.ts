import { z } from "zod";
import { webServer, type WebApplication } from "../src/index.ts";

const Event = z.looseObject({ type: z.string() });
export type Event = z.infer<typeof Event>;

const View = z.looseObject({
  revision: z.string().nullable(),
  running: z.boolean(),
  messages: z.array(z.looseObject({ id: z.string(), speaker: z.string(), text: z.string() })),
  asked: z.array(z.looseObject({ text: z.string(), after: z.string().nullable(), answer: z.unknown() })),
  asking: z.array(z.string()),
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
    request("/api/agent", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });
  const run = async (parts: object): Promise<readonly Event[]> => {
    const response = await post({ threadId, runId: "run-1", messages: [], tools: [], context: [], ...parts });
    if (response.status !== 200) throw new Error(await response.text());
    return eventsIn(await response.text());
  };
  return {
    request,
    post,
    say: (content: string) => run({ messages: [{ id: "m-1", role: "user", content }] }),
    answer: (interruptId: string, payload: unknown) => run({ resume: [{ interruptId, status: "resolved", payload }] }),
    continueTurn: () => run({ forwardedProps: { continueTurn: true } }),
    followTurn: () => run({ runId: "run-2", forwardedProps: { followTurn: true } }),
    async view() {
      return View.parse(await (await request(`/api/threads/${threadId}`)).json());
    },
  };
}

const JSON_BODY = { "content-type": "application/json" };

const headersOf = ({ headers }: RequestInit): Record<string, string> => Object.fromEntries(new Headers(headers));

/** The events of a stream of Server-Sent Events. */
const eventsIn = (text: string): readonly Event[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => Event.parse(JSON.parse(line.slice("data: ".length))));

import {
  DefaultChatTransport,
  type DynamicToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from "ai";
import { Hono } from "hono";
import { expect } from "vitest";
import { z } from "zod";
import { aiSdkRoutes } from "../../src/ai-sdk.ts";
import { anyone } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { MemoryChat } from "./chat.ts";
import { Desk, deskTools } from "./desk.ts";
import { until } from "../until.ts";

export type Options = Partial<Parameters<typeof aiSdkRoutes<unknown>>[0]>;

export const KEY = "a secret of the tests";

export function server(session: (threadId: string) => FrontEndSession, options: Options = {}) {
  const routes = aiSdkRoutes<unknown>({
    state: Desk,
    tools: deskTools,
    authorize: anyone,
    session,
    onError: () => undefined,
    ...options,
  });
  const app = new Hono().route("/api/chat", routes);
  const request = (path: string, init?: RequestInit) => Promise.resolve(app.request(`http://desk${path}`, init));
  const post = (path: string, body: unknown) =>
    request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  /** Opens a tab: a chat with the stored messages. */
  const tab = async (id: string): Promise<MemoryChat> => {
    const stored = await request(`/api/chat/${id}/messages`);
    return new MemoryChat({
      id,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what useChat is given: the messages as the server sent them
      messages: (await stored.json()) as UIMessage[],
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      transport: new DefaultChatTransport({
        api: "http://desk/api/chat",
        fetch: async (url, init) => app.request(new Request(url, init)),
      }),
    });
  };
  return { request, post, tab };
}

export const textIn = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");

export const toolsIn = (message: UIMessage | undefined): readonly DynamicToolUIPart[] =>
  (message?.parts ?? []).flatMap((part) => (part.type === "dynamic-tool" ? [part] : []));

const Question = z.object({
  interruptId: z.string(),
  open: z.boolean(),
  question: z.string().nullable(),
  signature: z.string().optional(),
  problem: z.unknown().optional(),
  requests: z.array(z.object({ id: z.string(), hash: z.string() })).optional(),
});

export const questionIn = (message: UIMessage | undefined) => {
  const part = message?.parts.findLast(({ type }) => type === "data-question");
  return Question.parse(part !== undefined && "data" in part ? part.data : null);
};

export const approvalIn = (chat: MemoryChat): string => {
  const tool = toolsIn(chat.lastMessage).findLast(({ state }) => state === "approval-requested");
  return tool?.state === "approval-requested" ? tool.approval.id : "";
};

export const settled = (chat: MemoryChat) => until(() => chat.status === "ready" || chat.status === "error");

const Problem = z.object({ status: z.number(), code: z.string(), title: z.string(), detail: z.string() });

export const problemOf = async (response: Response) => {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return Problem.parse(await response.json());
};

export const said = (id: string, text: string) => ({ id, role: "user", parts: [{ type: "text", text }] });

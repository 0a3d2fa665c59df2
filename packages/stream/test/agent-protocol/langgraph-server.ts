import { Client } from "@langchain/langgraph-sdk";
import { StreamController } from "@langchain/langgraph-sdk/stream";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { langGraphRoutes } from "../../src/agent-protocol.ts";
import { anyone } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { Desk, deskTools } from "../ai-sdk/desk.ts";
import { listen } from "../http/served.ts";
import { until } from "../until.ts";

type Options = Partial<Parameters<typeof langGraphRoutes<unknown>>[0]>;

/** Serves the routes, and opens LangGraph's own clients for them. */
export async function langGraphServer(session: (threadId: string) => FrontEndSession, options: Options = {}) {
  const routes = langGraphRoutes<unknown>({
    state: Desk,
    tools: deskTools,
    authorize: anyone,
    session,
    onError: () => undefined,
    ...options,
  });
  const { port } = await listen(new Hono().route("/langgraph", routes));
  const apiUrl = `http://127.0.0.1:${port}/langgraph`;
  const client = new Client({ apiUrl, callerOptions: { maxRetries: 0 } });
  /** Opens a page: what `useStream` of `@langchain/react` consists of, without React. */
  const page = async (threadId: string | null) => {
    const stream = new StreamController<Record<string, unknown>>({
      assistantId: "agent",
      client: new Client({ apiUrl, callerOptions: { maxRetries: 0 } }),
      threadId,
    });
    const leave = stream.activate();
    onTestFinished(() => {
      leave();
      return stream.dispose();
    });
    await stream.hydrationPromise;
    const now = () => stream.rootStore.getSnapshot();
    const texts = () => now().messages.map(({ text }) => text);
    return {
      stream,
      now,
      texts,
      /** Waits until the page shows something. */
      shows: (test: (snapshot: ReturnType<typeof now>) => boolean) => until(() => test(now())),
      /** Waits until the page shows these messages and no running turn. */
      reads: (...wanted: readonly string[]) =>
        until(() => !now().isLoading && JSON.stringify(texts()) === JSON.stringify(wanted)),
      say: (text: string, id?: string) =>
        stream.submit({ messages: [{ type: "human", content: text, ...(id !== undefined && { id }) }] }),
    };
  };
  const post = (path: string, body: unknown) =>
    fetch(`${apiUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { apiUrl, client, page, post };
}

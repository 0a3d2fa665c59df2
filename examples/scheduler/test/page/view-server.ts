import { MemorySaver } from "@langchain/langgraph";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { builtPage } from "@tidemark/web";
import { memory } from "tidemark";
import { z } from "zod";
import type { Calendar } from "../../src/domain/calendar.ts";
import { schedulerGraph } from "../../src/graph.ts";
import { schedulerApplication } from "../../src/application.ts";
import { hostFiles } from "./host.ts";

/** Content security policy of the page of the examples. */
const POLICY =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; script-src 'self'; style-src 'self'";

const Said = z.object({ text: z.string() });
const Answered = z.object({ interruptId: z.string(), answer: z.unknown() });

/** A running scheduler, whose calendar page a browser can open. */
export interface ViewServer {
  readonly url: string;
  close(): Promise<void>;
}

const finish = async (turn: AsyncGenerator): Promise<object> => {
  while ((await turn.next()).done !== true);
  return {};
};

/** Serves the calendar page of a real scheduler in a host page, with the policy of the real one. */
export async function serveView(calendar: Calendar, now: string): Promise<ViewServer> {
  const services = { calendar, model: null, clock: { now: () => now } };
  const graph = schedulerGraph(services, { checkpointer: new MemorySaver() });
  const folder = await builtPage({ sources: path.join(import.meta.dirname, "..", "..", "page") });
  const page = schedulerApplication(graph, services, {
    thread: "home",
    member: null,
    locks: memory().locks,
    viewFolder: folder,
  });
  const session = page.session("home");
  const answers: Readonly<Record<string, (body: string, query: Readonly<Record<string, string>>) => Promise<unknown>>> =
    {
      "/data": (_, query) => page.view?.data("home", query) ?? Promise.resolve(null),
      "/perform": (body) => page.view?.perform?.("home", JSON.parse(body)) ?? Promise.resolve(null),
      "/questions": async () =>
        (await session.pending()).flatMap(({ id, value }) => {
          const question = page.question?.(value) ?? null;
          return question === null ? [] : [{ interruptId: id, ...question }];
        }),
      "/say": (body) => finish(session.stream(page.input?.(Said.parse(JSON.parse(body)).text) ?? "")),
      "/answer"(body) {
        const { interruptId, answer } = Answered.parse(JSON.parse(body));
        return finish(session.streamResume(interruptId, answer));
      },
    };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
    const host = Object.hasOwn(hostFiles, pathname) ? hostFiles[pathname] : undefined;
    response.setHeader("content-security-policy", POLICY);
    const respond = async (): Promise<void> => {
      if (answer !== undefined) {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(await answer(await text(request), Object.fromEntries(searchParams))));
      } else {
        response.setHeader("content-type", host?.type ?? (pathname.endsWith(".css") ? "text/css" : "text/javascript"));
        response.end(host?.body ?? readFileSync(path.join(folder, path.basename(pathname))));
      }
    };
    respond().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Ways in which people answer over a network: the routes of an application, and workers. Both know who answers, and nothing else does.
import { type Post, wires } from "@tidemark/test-fixtures/wires";
import { openSession, type SessionGraph, type StateDeclaration } from "tidemark";
import { applicationRoutes } from "tidemark/hono";
import { defineTurns, startWorker } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { expect } from "vitest";
import { z } from "zod";

/** Ways over routes. They take no bare words. */
export const wireNames = wires.map(([name]) => name);

export const networkWays = [...wireNames, "a worker"];

/** What a person reads who may not decide. */
const REFUSED = "You may not decide this request.";

const Thread = z.object({ runId: z.string().nullable() });

/** Answer of a person, or of nobody, to a question of the thread `t`. */
interface Answer {
  readonly user: string | null;
  readonly interruptId: string;
  readonly answer: unknown;
}

/** Opens the thread `t` of a graph on a network. */
export function openNetwork(graph: SessionGraph, state: StateDeclaration) {
  const app = applicationRoutes<{ readonly userId: string }>({
    state,
    tools: ["pay"],
    authorize: (context) => ({ userId: context.req.header("x-user") ?? "" }),
    session: (threadId, { userId }) => openSession({ graph, threadId, ...(userId !== "" && { userId }) }),
    // Everybody opens the same thread.
    storedId: (_, id) => id,
    requestsPerMinute: 1_000_000,
    onError: () => undefined,
  });
  const headers = { "content-type": "application/json" };
  const post =
    (user: string | null): Post =>
    async (path, body) =>
      app.request(path, {
        method: "POST",
        headers: { ...headers, ...(user !== null && { "x-user": user }) },
        body: JSON.stringify(body),
      });
  const running = async () => Thread.parse(await (await app.request("/threads/t", { headers })).json()).runId;
  let answers = 0;
  let working: ReturnType<typeof startTurns> | null = null;
  const startTurns = async () => {
    const turns = defineTurns({ name: "desk", graph, engine: localEngine({ file: ":memory:" }) });
    return { turns, worker: await startWorker(turns) };
  };
  return {
    /** Gives an answer, and resolves when it has had its effect. True if it was refused because of the person, null if the wire does not tell. */
    async answer(way: string, { user, ...given }: Answer): Promise<boolean | null> {
      const wire = wires.find(([name]) => name === way)?.[1];
      if (wire === undefined) {
        const { turns } = await (working ??= startTurns());
        answers += 1;
        const key = { idempotencyKey: `answer ${answers}`, ...(user !== null && { userId: user }) };
        await turns.answer("t", given.interruptId, given.answer, key);
        return (await turns.result(key.idempotencyKey)).outcome === "notAllowed";
      }
      const text = await (await wire(post(user), { thread: "t", signature: undefined, ...given })).text();
      // Some wires answer a client before its run ends.
      await expect.poll(running, { interval: 5 }).toBe(null);
      return way.startsWith("commands") ? null : text.includes(REFUSED);
    },
    /** Ends the worker, if one was needed. */
    async [Symbol.asyncDispose](): Promise<void> {
      if (working === null) return;
      const { turns, worker } = await working;
      await worker.stop();
      await turns.close();
    },
  };
}

import { createServer, type ServerHttp2Session } from "node:http2";
import { createEndpointHandler, handlers, object, type ObjectContext } from "@restatedev/restate-sdk";
import { systemClock } from "@tidemark/state-manager";
import type { TurnDeliveries } from "../engine/deliveries.ts";
import { HANDLER, objectOf, type RestateServer } from "./restate-server.ts";

/** Number of signs of life of a call during the time after which it is taken for hung. */
const BEATS = 3;

/** Time between two attempts to register, in milliseconds. */
const AGAIN = 1_000;

/** Time that connections get to end when the worker stops, in milliseconds. */
const GRACE = 500;

/** Functions of a worker that Restate calls. */
interface RestateWorker {
  readonly queue: string;
  readonly takeOver: number;
  openDeliveries(): TurnDeliveries;
  report(error: unknown): void;
}

/** Options of {@link startRestateWork}. */
interface RestateWorkOptions {
  readonly runner: RestateWorker;
  readonly server: RestateServer;
  readonly endpoint: string;
  readonly port: number;
  readonly host: string;
  readonly identityKeys: readonly string[];
}

/** Serves the virtual object of the turns, and registers it. */
export async function startRestateWork({ runner, server, endpoint, port, host, identityKeys }: RestateWorkOptions) {
  const { queue, takeOver } = runner;
  const deliveries = runner.openDeliveries();
  const beat = takeOver / BEATS;

  /** True when the turn has ended, false after a while. */
  const wait = async (turnId: string): Promise<boolean> => {
    const over = new AbortController();
    const hasEnded = await Promise.race([
      deliveries.deliver(turnId),
      systemClock.wait(beat, over.signal).then(() => null),
    ]);
    over.abort();
    // Restate tries again, and reaches another worker.
    if (hasEnded === false) throw new Error("This worker stops.");
    return hasEnded === true;
  };
  /** Each stored step is a sign of life. A repeated call passes the stored ones at once. */
  const run = async (context: ObjectContext, turnId: unknown): Promise<void> => {
    if (typeof turnId !== "string") return;
    while (!(await context.run("wait", () => wait(turnId))));
  };
  const turns = object({
    name: objectOf(queue),
    handlers: { [HANDLER]: handlers.object.exclusive(run) },
    options: {
      inactivityTimeout: takeOver,
      abortTimeout: takeOver,
      idempotencyRetention: { hours: 1 },
      journalRetention: { hours: 1 },
      retryPolicy: { initialInterval: 50, exponentiationFactor: 2, maxInterval: 1_000, maxAttempts: 1_000_000_000 },
    },
  });

  const sessions = new Set<ServerHttp2Session>();
  const listening = createServer(
    createEndpointHandler({
      services: [turns],
      ...(identityKeys.length > 0 && { identityKeys: [...identityKeys] }),
      // What fails is tried again, and errors of turns are their results.
      logger: () => undefined,
    }),
  );
  listening.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.on("error", () => undefined);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      listening.once("error", reject);
      listening.listen(port, host, resolve);
    });
  } catch (error) {
    await deliveries.stop();
    throw error;
  }
  listening.on("error", (error) => runner.report(error));

  const stopped = new AbortController();
  const register = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await server.register(endpoint);
        // Turns that were sent before this were not delivered: the server did not know the object.
        deliveries.wake();
        return;
      } catch (error) {
        runner.report(error);
        await systemClock.wait(AGAIN, stopped.signal);
      }
    }
  };
  void register();

  return {
    wake: () => deliveries.wake(),
    async stop() {
      stopped.abort();
      await deliveries.stop();
      const closed = new Promise((resolve) => listening.close(resolve));
      for (const session of sessions) session.close();
      const ended = new AbortController();
      await Promise.race([closed, systemClock.wait(GRACE, ended.signal)]);
      ended.abort();
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}

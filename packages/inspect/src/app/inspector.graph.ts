import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Limits } from "@tidemark/agents";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Hono } from "hono";
import { threadReader } from "../reader/thread-reader-of.graph.ts";
import type { Redact } from "../values/redaction.ts";
import { inspectorApp } from "./inspector-app.ts";

/** Options of {@link inspector}. */
export interface InspectorOptions {
  /** Saver whose threads are shown: one of Tidemark, of LangGraph, or any other. */
  readonly saver: BaseCheckpointSaver;
  /** State of the application, for descriptions, lifetimes, and fields with `ui: false`, which are not shown. */
  readonly state?: StateDeclaration;
  /** Returns what is shown of a value. Secrets are redacted by their names and forms before. Defaults to showing everything else. */
  readonly redact?: Redact;
  /** Limits of the application, as passed to `createAgentGraph`: threads do not contain them. Defaults to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Text that requests of data must carry; the page takes it from its address: `/#token=…`. Defaults to none: check users before it. */
  readonly token?: string;
  /** True to answer requests under names other than `localhost` and `127.0.0.1`. Defaults to false. */
  readonly anyHost?: boolean;
}

/**
 * Creates a hono application that shows the threads of a saver: steps, values, differences, and who wrote what. It is read-only.
 *
 * It answers only under the names of this machine unless `anyHost` is true, and refuses requests of other origins. Mount it with
 * `app.route("/inspect", inspector({ saver }))`, behind the check of users that the application has, and open it with a slash at its end.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { inspector } from "tidemark/inspect";
 *
 * const app = inspector({ saver: new MemorySaver() });
 * const answer = await app.request("http://localhost/api/threads");
 * console.log(await answer.json()); // { threads: [], matching: 0, total: 0, isComplete: true }
 * ```
 */
export const inspector = ({ saver, state, redact, limits, token, anyHost = false }: InspectorOptions): Hono =>
  inspectorApp(threadReader({ saver, state, redact, limits }), { token: token ?? null, anyHost });

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Limits } from "@tidemark/agents";
import type { StateDeclaration } from "@tidemark/core-state";
import { stateOf } from "@tidemark/core-state/langgraph";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import type { Hono } from "hono";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { threadReader } from "../reader/thread-reader-of.graph.ts";
import { inspectedGraph, isGraph, type RunConfig } from "../running/inspected-graph.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import { sourceOf } from "../source/source-of.graph.ts";
import { TraceFiles } from "../traces/trace-files.ts";
import type { Plain } from "../values/plain-value.ts";
import type { Redact } from "../values/redaction.ts";
import type { NamedPerson } from "../writing/named-person.ts";
import type { ThreadActions } from "../writing/thread-actions.ts";
import { threadWriter } from "../writing/thread-writer.graph.ts";
import { inspectorApp } from "./inspector-app.ts";

/** Options of {@link inspector}. */
export interface InspectorOptions {
  /** Saver whose threads are shown: one of Tidemark, of LangGraph, or any other. */
  readonly saver: BaseCheckpointSaver;
  /** State of the application, for descriptions, lifetimes, and fields with `ui: false`, which are not shown. */
  readonly state?: StateDeclaration;
  /** Returns what is shown of a value. Secrets are redacted by their names and forms before. Defaults to showing everything else. */
  readonly redact?: Redact;
  /** Limits of the application, as passed to `createAgentGraph`: threads do not contain them. Defaults to those of `graph`. */
  readonly limits?: Partial<Limits>;
  /** Text that requests of data must carry; the page takes it from its address: `/#token=…`. Defaults to none: check users before it. */
  readonly token?: string;
  /** True to answer requests under names other than `localhost` and `127.0.0.1`. Defaults to false. */
  readonly anyHost?: boolean;
  /**
   * File or folder that `traceToFile` writes, or another exporter of OTLP in JSON lines: calls of models and tools are shown with their
   * steps. A missing one throws `inspect/notReadable`. Defaults to what the threads contain.
   */
  readonly traces?: string;
  /** Compiled graph of the threads, to send messages, answer questions, edit, fork and replay. Used only with `write`. */
  readonly graph?: SessionGraph;
  /** True to write to threads, which needs `graph`, and `token` or a function as `person`. Defaults to false. */
  readonly write?: boolean;
  /** Name of the person who writes, or a function that tells it of a request; null refuses. Defaults to asking on the page. */
  readonly person?: NamedPerson;
  /** LangGraph's configuration of the runs: `context`, `callbacks`, `tags`, `metadata`, `recursionLimit`, `store`. */
  readonly config?: RunConfig;
}

/**
 * Creates a hono application that shows the threads of a saver: steps, values, differences, and who wrote what. It is read-only, unless it has
 * a graph and `write` is true.
 *
 * It answers only under the names of this machine unless `anyHost` is true, and refuses requests of other origins. Mount it with
 * `app.route("/inspect", inspector({ saver }))`, behind the check of users that the application has, and open it with a slash at its end.
 * `write` without what it needs throws `inspect/invalidOptions`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { inspector } from "tidemark/inspect";
 *
 * const app = inspector({ saver: new MemorySaver() });
 * const answer = await app.request("http://localhost/api/threads");
 * console.log(await answer.json()); // { threads: [], matching: 0, total: 0, searched: 0, isComplete: true }
 * ```
 */
export function inspector(options: InspectorOptions): Hono {
  const { saver, graph, redact, limits, token, anyHost = false } = options;
  const traces = options.traces === undefined ? undefined : new TraceFiles(options.traces);
  const state = options.state ?? (graph === undefined ? undefined : (stateOf(graph) ?? undefined));
  const source = sourceOf(saver);
  const reader = threadReader({ saver, state, redact, limits, graph, traces });
  const actions = actionsOf(options, source, reader, state);
  const rules = { token: token ?? null, anyHost, canWrite: actions !== null };
  return inspectorApp(reader, rules, actions);
}

/** Actions that the page can perform on threads. Null for an inspector that only reads. */
function actionsOf(
  options: InspectorOptions,
  source: HistorySource,
  reader: ThreadReader,
  state: StateDeclaration | undefined,
): ThreadActions | null {
  const { saver, graph, write = false, token, person, config } = options;
  if (!write) return null;
  if (!isGraph(graph))
    throw inspectErrors.invalidOptions({
      problem: "`write` needs a graph",
      remedy: "Pass the compiled graph as `graph`.",
    });
  if (token === undefined && typeof person !== "function") {
    const problem = "`write` without a token would let every page of this machine write";
    throw inspectErrors.invalidOptions({
      problem,
      remedy: "Pass `token`, or a function as `person` that tells who sends a request.",
    });
  }
  const redact = (field: string, value: Plain): Plain => reader.redact(field, value);
  const shown = { state, redact: options.redact, limits: options.limits, graph };
  const readerOf = (memory: BaseCheckpointSaver): ThreadReader => threadReader({ ...shown, saver: memory });
  const read = (threadId: string): Promise<unknown> => reader.steps(threadId);
  const inspected = inspectedGraph(graph, saver, { state, config });
  return threadWriter({ inspected, source, redact, read, person, readerOf });
}

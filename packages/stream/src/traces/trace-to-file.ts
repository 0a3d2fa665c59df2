import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import { stateManagerErrors } from "@tidemark/state-manager";
import {
  type Observation,
  observeOperations,
  type OperationPlace,
  type OperationStart,
} from "@tidemark/state-manager/internal";
import { traceClock, type TraceClock } from "./clock.ts";
import { contentAttributes, errorMessage, eventContent, type TraceContentOption } from "./content-attributes.ts";
import { otlpLine, type RecordedEvent } from "./otlp-json.ts";
import { endAttributes, startAttributes } from "./span.ts";
import { TraceFile } from "./trace-file.ts";

/** Options of {@link traceToFile}. */
export interface FileTraceOptions {
  /** Path of the file, such as `traces/app.jsonl`. Missing folders are created. Each process needs its own file. */
  readonly path: string;
  /** Size in bytes at which a new file is started. Defaults to 10,000,000. */
  readonly maxBytes?: number;
  /** Number of files to keep, with the newest one. Defaults to 5. */
  readonly maxFiles?: number;
  /** Name of the program in the traces. Defaults to `tidemark`. */
  readonly serviceName?: string;
  /**
   * `true` adds content to spans: texts of messages, arguments and results of tools, questions and answers, messages of errors. A function
   * returns what to add instead of each text, or null for nothing. Defaults to `false`: spans contain names, ids and counts.
   */
  readonly content?: TraceContentOption;
  /** Clock for the times of spans. Defaults to that of the machine. */
  readonly clock?: TraceClock;
  /** Receives the error of a line that could not be written. The turn goes on. Defaults to ignoring it. */
  readonly onError?: (error: unknown) => void;
}

const OPTIONS: OptionNames<FileTraceOptions> = {
  path: true,
  maxBytes: true,
  maxFiles: true,
  serviceName: true,
  content: true,
  clock: true,
  onError: true,
};

/**
 * Writes the spans of turns, agents, planners and calls of tools to a file, without OpenTelemetry.
 *
 * Each line is an export request of the OpenTelemetry Protocol in JSON, as its collector reads it from files. The spans are those of
 * `traceToOtel`; together, both use the same ids. A line is written when its span ends. Returns a function that stops the writing.
 *
 * A file that cannot be created throws the error of the file system, a limit below 1 `state-manager/invalidArgument`, an unknown option
 * `core-state/unknownOption`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { AgentState, openSession } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { traceToFile } from "tidemark/traces";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "traces-")), "app.jsonl");
 * const stop = traceToFile({ path });
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets the user.",
 *   reads: [],
 *   writes: ["messages"],
 *   run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [greeter], checkpointer: new MemorySaver() });
 * await openSession({ graph, threadId: "ann" }).send("Hi");
 * stop();
 * console.log(readFileSync(path, "utf8").trim().split("\n").length); // 3
 * ```
 */
export function traceToFile(options: FileTraceOptions): () => void {
  requireKnownOptions("traceToFile", options, OPTIONS);
  const { path, maxBytes = 10_000_000, maxFiles = 5, serviceName = "tidemark", onError } = options;
  const { content: option = false, clock = traceClock } = options;
  requireCount("maxBytes", maxBytes);
  requireCount("maxFiles", maxFiles);
  const file = new TraceFile({ path, maxBytes, maxFiles });
  const write = (line: string): void => {
    try {
      file.append(line);
    } catch (error) {
      onError?.(error);
    }
  };
  return observeOperations({
    begin(start: OperationStart, place: OperationPlace): Observation {
      const beganAt = clock.nanoseconds();
      const events: RecordedEvent[] = [];
      return {
        within: (run) => run(),
        event({ name, attributes }, content) {
          const all = { ...attributes, ...eventContent(start.name, content, option) };
          events.push({ name, at: clock.nanoseconds(), attributes: all });
        },
        end(end, content) {
          const message = errorMessage(content, start.name, option);
          const attributes = {
            ...startAttributes(start),
            ...endAttributes(end),
            ...contentAttributes(start, { ...place.content, ...content }, option),
          };
          const times = { beganAt, endedAt: clock.nanoseconds() };
          write(otlpLine({ start, place, end, events, attributes, message, ...times }, serviceName));
        },
      };
    },
  });
}

function requireCount(argument: string, value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return;
  const found = typeof value === "number" ? String(value) : typeof value;
  throw stateManagerErrors.invalidArgument({ argument, expected: "a whole number of at least 1", found });
}

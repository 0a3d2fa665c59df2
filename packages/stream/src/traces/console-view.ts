import { stderr } from "node:process";
import { styleText } from "node:util";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import {
  currentOperation,
  type Observation,
  observeOperations,
  type OperationEnd,
  type OperationPlace,
  type OperationStart,
  type TraceContent,
  type TraceEvent,
  type TraceObserver,
} from "@tidemark/state-manager/internal";
import { traceClock, type TraceClock } from "./clock.ts";
import { contentAttributes, errorMessage, eventContent, type TraceContentOption } from "./content-attributes.ts";
import { plainText } from "./plain-text.ts";
import { type ConsoleLine, endLine, eventLine, startLine, type Tone } from "./console-lines.ts";

/** Options of {@link consoleView}. */
export interface ConsoleViewOptions {
  /** Stream that the lines are written to. Defaults to the standard error stream of the process. */
  readonly stream?: { write(text: string): unknown };
  /**
   * True for colors, false for plain text. Defaults to colors on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` sets them anywhere.
   */
  readonly color?: boolean;
  /**
   * Content of lines: questions, answers of people, arguments and results of tools, messages of errors. A function returns what to show
   * instead of each text, or null for nothing. Defaults to `true`.
   */
  readonly content?: TraceContentOption;
  /** Clock for the durations. Defaults to that of the machine. */
  readonly clock?: TraceClock;
}

const OPTIONS: OptionNames<ConsoleViewOptions> = { stream: true, color: true, content: true, clock: true };

const STYLES: Readonly<Record<Tone, Parameters<typeof styleText>[0]>> = {
  start: "cyan",
  done: "green",
  question: "yellow",
  error: "red",
  detail: "dim",
};

/**
 * Prints turns while they run: agents, plans, tools, commits with their fields, questions, answers, and tokens.
 *
 * Lines of turns that run at the same time begin with the name of the thread.
 *
 * For development, in the process that runs the turns. Control characters in texts of models are printed as codes. Returns a function that
 * stops the printing. An unknown option throws `core-state/unknownOption`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { AgentState, openSession } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { consoleView } from "tidemark/traces";
 *
 * const lines: string[] = [];
 * const stop = consoleView({ stream: { write: (line) => lines.push(line.trimEnd().replace(/ \d+ ms/, "")) } });
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
 * console.log(lines[0]); // > turn in "ann": Hi
 * console.log(lines.find((line) => line.includes("agent"))); //   > agent greeter
 * ```
 */
export function consoleView(options: ConsoleViewOptions = {}): () => void {
  requireKnownOptions("consoleView", options, OPTIONS);
  const { stream = stderr, content: option = true, clock = traceClock } = options;
  const paint = painter(stream, options.color);
  /** Outermost operations that run. */
  const running = new Set<Root>();
  const places = new WeakMap<Observation, Place>();
  const print = ({ depth, root }: Place, { tone, mark, text, detail }: ConsoleLine): void => {
    const colored = `${paint(tone, mark)} ${text}${detail === "" ? "" : paint("detail", ` ${detail}`)}`;
    const thread = root.hasCompany ? paint("detail", `${root.thread} | `) : "";
    stream.write(`${thread}${"  ".repeat(depth)}${colored}\n`);
  };
  const observer: TraceObserver = {
    begin(start: OperationStart, { parent, content }: OperationPlace): Observation {
      const beganAt = clock.nanoseconds();
      const around = parent === null ? undefined : places.get(parent);
      const root = around?.root ?? { thread: shortName(start.threadId ?? ""), hasCompany: false };
      const place = { depth: around === undefined ? 0 : around.depth + 1, root };
      running.add(root);
      if (running.size > 1) for (const each of running) each.hasCompany = true;
      print(place, startLine(start, contentAttributes(start, content, option)));
      const observation: Observation = {
        within: (run) => run(),
        event(event: TraceEvent, of: TraceContent) {
          const line = eventLine(event, eventContent(start.name, of, option));
          if (line === null) return;
          // Events of a turn are printed where its code is.
          const inner = currentOperation()?.observationOf(observer) ?? null;
          const code = inner === null ? undefined : places.get(inner);
          const { depth } = code !== undefined && code.root === place.root ? code : place;
          print({ depth: depth + 1, root: place.root }, line);
        },
        end(end: OperationEnd, of: TraceContent) {
          const milliseconds = Number((clock.nanoseconds() - beganAt) / 1_000_000n);
          const message = errorMessage(of, start.name, option);
          print(place, endLine(start, end, { milliseconds, message, content: contentAttributes(start, of, option) }));
          if (place.depth === 0) running.delete(place.root);
        },
      };
      places.set(observation, place);
      return observation;
    },
  };
  return observeOperations(observer);
}

/** An outermost operation: a turn, or an agent outside of turns. */
interface Root {
  /** Name of its thread. */
  readonly thread: string;
  /** True if another one has run at the same time: its lines then begin with its thread until it ends. */
  hasCompany: boolean;
}

/** Place of an operation among the lines. */
interface Place {
  readonly depth: number;
  /** The outermost operation that it is part of. */
  readonly root: Root;
}

/** Longest name of a thread in front of a line, in characters. */
const LONGEST_NAME = 20;

/** Name of a thread, or its end: ids that are generated often begin alike. */
function shortName(threadId: string): string {
  const characters = Array.from(plainText(threadId));
  return characters.length <= LONGEST_NAME ? characters.join("") : `…${characters.slice(1 - LONGEST_NAME).join("")}`;
}

/** Colors a text, if the stream and the environment allow it. */
function painter(stream: unknown, color: boolean | undefined): (tone: Tone, text: string) => string {
  if (color === false) return (_tone, text) => text;
  if (color === true) return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
  // Node.js reads NO_COLOR, FORCE_COLOR and the terminal itself. It refuses to look at anything that is not a stream.
  const target = isStream(stream) ? stream : null;
  return (tone, text) => (target === null ? text : styleText(STYLES[tone], text, { stream: target }));
}

const isStream = (stream: unknown): stream is NodeJS.WritableStream =>
  typeof Reflect.get(Object(stream), "pipe") === "function" && typeof Reflect.get(Object(stream), "on") === "function";

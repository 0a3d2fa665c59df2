import { findNonJson, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { news } from "./derived-events.ts";
import { recordPatch } from "../patches/patch.ts";
import type { EventStamper } from "@tidemark/agents/internal";
import { visibility, visibleNews } from "./visibility.ts";
import type { EventsOfStateOptions } from "./events-of-state.ts";
import type { RunEvent, RunInterrupt } from "./run-events.ts";
import { conversation } from "./conversation.graph.ts";
import { plainJson } from "./plain-json.ts";

/** Turns what the host streams into events, chunk by chunk. */
export interface Translator {
  chunk(mode: string, chunk: unknown): readonly RunEvent[];
  /** What is left to tell when the host has nothing more. */
  rest(): readonly RunEvent[];
  /** The questions that the run stopped at. */
  readonly interrupts: readonly RunInterrupt[];
}

/** What a translator works with. */
export interface TranslatorOptions {
  readonly stamper: EventStamper;
  readonly reading: EventsOfStateOptions;
  readonly state?: StateDeclaration | undefined;
  readonly hidden?: readonly string[] | undefined;
  /** Says whether people may read what a node's models write. */
  readonly speaks: (node: string) => boolean;
}

/** Starts before the first chunk of a run. */
export function translator(options: TranslatorOptions): Translator {
  const { stamper, state } = options;
  const talk = conversation(stamper);
  const agents = news(options.reading);
  const { shows, values: visible } = visibility(state, options.hidden);
  const talks = !(options.hidden ?? []).includes("messages");
  const interrupts = new Map<string, RunInterrupt>();
  let values: PlainRecord | null = null;
  /** What the first node was given: where an input writes nothing, the host shows no values before that node. */
  let given: PlainRecord | null = null;

  function begin(first: PlainRecord): readonly RunEvent[] {
    values = first;
    turnOf(first);
    agents.known(visibleNews(first, shows));
    const snapshot: readonly RunEvent[] =
      state === undefined ? [] : [stamper.stamp({ type: "state_snapshot", values: visible(first) })];
    return [...snapshot, ...(talks ? talk.begin(first["messages"]) : [])];
  }

  function turnOf(current: PlainRecord): void {
    const turnId = current["runtime_turn_id"];
    if (typeof turnId === "string" && turnId !== "") stamper.turn(turnId);
  }

  function step(next: unknown): readonly RunEvent[] {
    // What comes after a question is a preview with unfinished writes in it, not what the step will store.
    if (!isPlainRecord(next) || "__interrupt__" in next || interrupts.size > 0) return [];
    if (values === null) {
      const first = given !== null && Object.keys(next).every((field) => field in (given ?? {})) ? given : null;
      if (first === null) return begin(next);
      return [...begin(first), ...step(next)];
    }
    const before = values;
    values = next;
    turnOf(next);
    const patch = state === undefined ? [] : recordPatch(visible(before), visible(next));
    const delta: readonly RunEvent[] = patch.length === 0 ? [] : [stamper.stamp({ type: "state_delta", patch })];
    const said = talks ? talk.committed(next["messages"]) : [];
    return [...said, ...delta, ...agents.committed(visibleNews(before, shows), visibleNews(next, shows), stamper)];
  }

  function asked(update: unknown): readonly RunEvent[] {
    const list: unknown = isPlainRecord(update) ? update["__interrupt__"] : undefined;
    for (const each of listOf(list)) {
      const found = interruptOf(each);
      if (found !== null) interrupts.set(found.interruptId, found);
    }
    return [];
  }

  function task(chunk: unknown): readonly RunEvent[] {
    if (!isPlainRecord(chunk) || typeof chunk["id"] !== "string" || typeof chunk["name"] !== "string") return [];
    const { id: taskId, name: node } = chunk;
    if ("input" in chunk) {
      // Nothing starts in a run that has stopped at a question: this task belongs to the run that answers it.
      interrupts.clear();
      if (values === null && isPlainRecord(chunk["input"])) given ??= chunk["input"];
      return [stamper.stamp({ type: "node_started", node, taskId })];
    }
    return [...talk.taskEnded(taskId), stamper.stamp({ type: "node_finished", node, taskId })];
  }

  function spoken(chunk: unknown): readonly RunEvent[] {
    const [message, metadata] = listOf(chunk);
    const about = isPlainRecord(metadata) ? metadata : {};
    const node = textOf(about["langgraph_node"]);
    if (!talks || !options.speaks(node)) return [];
    const [first = ""] = textOf(about["langgraph_checkpoint_ns"]).split("|");
    const [, from = ""] = first.split(":");
    return talk.streamed(message, { node, task: from });
  }

  return {
    chunk(mode, chunk) {
      switch (mode) {
        case "values":
          return step(chunk);
        case "updates":
          return asked(chunk);
        case "tasks":
          return task(chunk);
        case "messages":
          return spoken(chunk);
        case "custom": {
          const event = agents.told(chunk, stamper);
          return event === null ? [] : [event];
        }
        default:
          return [];
      }
    },
    rest: () => talk.ended(),
    get interrupts() {
      return [...interrupts.values()];
    },
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function interruptOf(value: unknown): RunInterrupt | null {
  if (typeof value !== "object" || value === null) return null;
  const id: unknown = Reflect.get(value, "id");
  if (typeof id !== "string" || id === "") return null;
  const schema: unknown = Reflect.get(value, "response_schema") ?? Reflect.get(value, "responseSchema");
  return {
    interruptId: id,
    value: plainJson(Reflect.get(value, "value")),
    ...(isPlainRecord(schema) && findNonJson(schema) === null && { responseSchema: schema }),
  };
}

import { isSteered } from "@tidemark/agents/internal/langgraph";
import { findNonJson } from "@tidemark/core-state";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { derivedEvents } from "./derived-events.ts";
import { recordPatch } from "../patches/patch.ts";
import type { EventStamper } from "@tidemark/agents/internal";
import { visibility, type ViewOptions } from "./visibility.ts";
import { visibleMessages } from "./visible-messages.graph.ts";
import type { EventsOfStateOptions } from "./events-of-state.ts";
import { stateSnapshot } from "./state-snapshot.ts";
import type { RunEvent, RunInterrupt, RunMessage } from "./run-events.ts";
import { conversation } from "./conversation.graph.ts";
import { runMessages, type UnfinishedMessage } from "./messages.graph.ts";
import { plainJson } from "./plain-json.ts";

/** Translates LangGraph's stream into events, chunk by chunk. */
export interface Translator {
  chunk(mode: string, chunk: unknown): readonly RunEvent[];
  /** Returns the remaining events at the end of the stream, with the messages of agents that have not ended. */
  rest(unfinished?: readonly UnfinishedMessage[]): readonly RunEvent[];
  /** Questions at which the run stopped. */
  readonly interrupts: readonly RunInterrupt[];
}

/** Options of {@link translator}. */
export interface TranslatorOptions extends ViewOptions {
  readonly stamper: EventStamper;
  readonly reading: EventsOfStateOptions;
  /** Returns true for a node whose model output users may read. */
  readonly speaks: (node: string) => boolean;
  /** Messages of the agents that the run continues. */
  readonly unfinished?: readonly UnfinishedMessage[] | undefined;
}

/** Creates a translator for one run. */
export function translator(options: TranslatorOptions): Translator {
  const { stamper, state } = options;
  const messages = conversation(stamper);
  const visible = visibility(options);
  const agents = derivedEvents(options.reading, visible.event);
  const shown = visibleMessages(visible);
  const interrupts = new Map<string, RunInterrupt>();
  let values: PlainRecord | null = null;
  /** Input of the first node. If an input writes nothing, LangGraph streams no values before that node. */
  let given: PlainRecord | null = null;

  const spoken = (unfinished: readonly UnfinishedMessage[] = []): readonly RunMessage[] =>
    runMessages(shown.list(unfinished.filter(({ node }) => options.speaks(node)).map((each) => each.message)));

  function begin(first: PlainRecord): readonly RunEvent[] {
    values = first;
    turnOf(first);
    agents.markKnown(first);
    const snapshot: readonly RunEvent[] =
      state === undefined ? [] : [stamper.stamp(stateSnapshot(first, visible, options.reading))];
    return [...snapshot, ...messages.begin(shown.list(first["messages"]), spoken(options.unfinished))];
  }

  function turnOf(current: PlainRecord): void {
    const turnId = current["runtime_turn_id"];
    if (typeof turnId === "string" && turnId !== "") stamper.turn(turnId);
  }

  function step(next: unknown): readonly RunEvent[] {
    // Values after a question are a preview that includes unfinished writes. The step stores different values.
    if (!isPlainRecord(next) || "__interrupt__" in next || interrupts.size > 0) return [];
    if (values === null) {
      const first = given !== null && Object.keys(next).every((field) => field in (given ?? {})) ? given : null;
      if (first === null) return begin(next);
      return [...begin(first), ...step(next)];
    }
    const before = values;
    values = next;
    turnOf(next);
    // Numbered in the order in which they are sent: a client that comes back names the last number it has.
    const texts = before["messages"] === next["messages"] ? [] : messages.committed(shown.list(next["messages"]));
    const patch = recordPatch(visible.values(before), visible.values(next));
    const delta: readonly RunEvent[] = patch.length === 0 ? [] : [stamper.stamp({ type: "state_delta", patch })];
    return [...texts, ...delta, ...agents.committed(before, next, stamper)];
  }

  function interruptEvents(update: unknown): readonly RunEvent[] {
    const list: unknown = isPlainRecord(update) ? update["__interrupt__"] : undefined;
    for (const entry of listOf(list)) {
      const found = interruptOf(entry);
      if (found !== null) interrupts.set(found.interruptId, found);
    }
    return [];
  }

  function task(chunk: unknown): readonly RunEvent[] {
    if (!isPlainRecord(chunk) || typeof chunk["id"] !== "string" || typeof chunk["name"] !== "string") return [];
    const { id: taskId, name: node } = chunk;
    if ("input" in chunk) {
      // No task starts in a run that stopped at a question: this task is part of the run that answers it.
      interrupts.clear();
      if (values === null && isPlainRecord(chunk["input"])) given ??= chunk["input"];
      return [stamper.stamp({ type: "node_started", node, taskId })];
    }
    return [...messages.taskEnded(taskId), stamper.stamp({ type: "node_finished", node, taskId })];
  }

  function message(chunk: unknown): readonly RunEvent[] {
    const [content, metadata] = listOf(chunk);
    const about = isPlainRecord(metadata) ? metadata : {};
    const path = textOf(about["langgraph_checkpoint_ns"]).split("|");
    const [first = ""] = path;
    const [outer = "", from = ""] = first.split(":");
    // A graph inside of a node speaks for the node.
    const node = from === "" ? textOf(about["langgraph_node"]) : outer;
    if (!options.speaks(node)) return [];
    const at = about["langgraph_step"];
    const scope = path.slice(0, -1).join("|");
    return messages.streamed(shown.one(content), {
      node,
      task: from,
      scope,
      ...(typeof at === "number" && { step: at }),
    });
  }

  return {
    chunk(mode, chunk) {
      switch (mode) {
        case "values":
          return step(chunk);
        case "updates":
          return interruptEvents(chunk);
        case "tasks":
          return task(chunk);
        case "messages":
          return message(chunk);
        case "custom": {
          if (isSteered(chunk)) return messages.read(shown.one(chunk));
          const event = agents.emitted(chunk, stamper);
          return event === null ? [] : [event];
        }
        default:
          return [];
      }
    },
    rest: (unfinished) => messages.ended(spoken(unfinished)),
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

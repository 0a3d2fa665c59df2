import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import {
  eventsOfAudit,
  eventsOfInterrupts,
  eventsOfWrites,
  type EventWithContent,
  type Write,
} from "./written-events.ts";

/**
 * Reports the questions and decisions of one turn, each once.
 *
 * The code that asks or decides reports them at once. They are found again when the node's writes are stored, which can be much later.
 */
export class TurnReports {
  readonly #report: (found: EventWithContent) => void;
  /** Ids of the interrupts that were open before the turn, and of those that it has asked. */
  readonly #asked = new Set<string>();
  /** Number of decisions that were reported before their entries were stored. */
  readonly #early = new Map<string, number>();

  constructor(report: (found: EventWithContent) => void) {
    this.#report = report;
  }

  /** Notes the interrupts that are open when the turn begins. */
  open(interruptIds: readonly string[]): void {
    for (const id of interruptIds) this.#asked.add(id);
  }

  /** Reports questions, as LangGraph throws them. */
  interrupts(thrown: readonly unknown[]): void {
    for (const found of eventsOfInterrupts(thrown, (id) => this.#asked.has(id))) this.#report(found);
    for (const each of thrown) {
      const id: unknown = Reflect.get(Object(each), "id");
      if (typeof id === "string") this.#asked.add(id);
    }
  }

  /** Reports decisions of people whose entries are not stored yet. */
  decisions(entries: readonly unknown[]): void {
    for (const found of entries.flatMap((entry) => (isPlainRecord(entry) ? eventsOfAudit(entry) : []))) {
      const key = keyOf(found);
      if (key === null) continue;
      this.#early.set(key, (this.#early.get(key) ?? 0) + 1);
      this.#report(found);
    }
  }

  /** Reports what a node has written. */
  writes(writes: readonly Write[]): void {
    for (const found of eventsOfWrites(writes, isDecidedInCall)) if (!this.#wasEarly(found)) this.#report(found);
    this.interrupts(
      writes.flatMap(([channel, value]): unknown[] => (channel === "__interrupt__" ? [value].flat() : [])),
    );
  }

  #wasEarly(found: EventWithContent): boolean {
    const key = keyOf(found);
    const count = key === null ? 0 : (this.#early.get(key) ?? 0);
    if (key === null || count === 0) return false;
    this.#early.set(key, count - 1);
    return true;
  }
}

/**
 * True for a decision about a call of a tool. It was reported where the call went on: its agent writes the entry at its end, which can be
 * several questions, and so several turns, later. Requests that a new turn cancels never go on.
 */
function isDecidedInCall({ action, requestId, outcome, asked }: PlainRecord): boolean {
  if (action !== "approval" || outcome === "cancelled" || typeof requestId !== "string" || !isPlainRecord(asked))
    return false;
  const { agent, tool } = asked;
  return typeof agent === "string" && typeof tool === "string" && requestId.startsWith(`${agent}:${tool}:`);
}

/** Key of a decision; null for other events. */
function keyOf({ event: { name, attributes } }: EventWithContent): string | null {
  const key = attributes["tidemark.approval.key"];
  return typeof key === "string" ? `${name} ${key}` : null;
}

import { isPlainRecord, sameJson } from "@tidemark/reducers";
import { keysOf } from "./apply-patch.ts";

/** A state as it was once, with what is known of the step that made it. */
export interface StateMoment {
  readonly values: Readonly<Record<string, unknown>>;
  /** The host's number of the step that made it; null when it is not known. */
  readonly step: number | null;
  /** What made it: a step of the graph, an input, an edit from outside, a fork. */
  readonly source: "loop" | "input" | "update" | "fork" | "unknown";
  /** The nodes of that step, each with the fields that it returned. */
  readonly writers: readonly { readonly node: string; readonly fields: readonly string[] }[];
  /** True when nothing came before it; false when what came before is gone. */
  readonly isFirst: boolean;
}

/**
 * Who wrote a value: an agent on a proposal, an agent that a person approved, a node by itself, somebody from outside, the
 * input, or nobody.
 */
export type Blame =
  | {
      readonly outcome: "proposal";
      readonly by: string;
      readonly decidedBy: string;
      readonly proposalId: string;
      readonly reason: string;
      readonly turnId: string | null;
      /** Null when only the audit log of the state still knows. */
      readonly step: number | null;
    }
  | {
      readonly outcome: "approved";
      /** The agent that wrote it. */
      readonly by: string;
      /** The person who approved what the agent was about to do. */
      readonly approvedBy: string;
      /** Whether that person approved something else than what was asked for. */
      readonly edited: boolean;
      readonly requestId: string;
      readonly turnId: string | null;
      readonly step: number | null;
    }
  | { readonly outcome: "node"; readonly by: string; readonly turnId: string | null; readonly step: number | null }
  | {
      readonly outcome: "edit";
      readonly by: string;
      readonly reason: string;
      readonly turnId: string | null;
      readonly step: number | null;
    }
  | { readonly outcome: "input"; readonly turnId: string | null; readonly step: number | null }
  /** The value is the first one: nobody has written it. */
  | { readonly outcome: "initial" }
  /** Somebody wrote it, and what could tell who is gone. */
  | { readonly outcome: "unknown" };

/** Reads a place such as `trip_outbound.seat` or `task_ledger[2].status`: the field, and the keys inside it. */
export function readPlace(place: string): readonly string[] {
  return place.split(/[.[\]]+/).filter((key) => key !== "");
}

/**
 * Says who wrote the value that stands at a place now, in which turn and step, on which proposal and for what reason.
 *
 * `history` holds the states of the thread, newest first, as far as they are known. Where it does not reach back to the
 * write, because checkpoints were pruned or copied, the audit log in the newest state answers; where that has forgotten
 * too, the answer is `unknown`, never a guess.
 */
export function blame(history: readonly StateMoment[], place: string): Blame {
  const keys = readPlace(place);
  const [newest] = history;
  if (newest === undefined) return { outcome: "unknown" };
  const index = history.findIndex(
    (moment, at) => at + 1 < history.length && changedSince(history[at + 1], moment, keys),
  );
  const moment = history[index];
  if (moment !== undefined) return blameMoment(moment, history[index + 1], keys);
  const oldest = history.at(-1);
  const logged = fromLog(entriesOf(newest), keys);
  if (logged !== null) return logged;
  return oldest?.isFirst === true ? blameMoment(oldest, undefined, keys) : { outcome: "unknown" };
}

/** True when the value at the place is another one in the newer state. */
export const changedSince = (older: StateMoment | undefined, newer: StateMoment, keys: readonly string[]): boolean =>
  !sameJson(at(older?.values, keys), at(newer.values, keys));

const at = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  );

/** The host's name for the task that writes an input into the state. */
const INPUT = "__start__";

function blameMoment(moment: StateMoment, before: StateMoment | undefined, keys: readonly string[]): Blame {
  const { step, source, writers } = moment;
  const [field = ""] = keys;
  const turn = moment.values["runtime_turn_id"];
  const turnId = typeof turn === "string" ? turn : null;
  const known = new Set(entriesOf(before).map((entry) => JSON.stringify(entry)));
  const added = entriesOf(moment).filter((entry) => !known.has(JSON.stringify(entry)));
  const logged = fromLog(added, keys);
  if (logged !== null) return { ...logged, step };
  const writer = writers.findLast(({ fields }) => fields.includes(field));
  // What stands in the very first state was there before anything was written.
  if (before === undefined) return { outcome: "initial" };
  if (source === "input" || writer?.node === INPUT) return { outcome: "input", turnId, step };
  return writer === undefined ? { outcome: "unknown" } : { outcome: "node", by: writer.node, turnId, step };
}

type Entry = Readonly<Record<string, unknown>>;

const entriesOf = (moment: StateMoment | undefined): readonly Entry[] => {
  const log = moment?.values["runtime_audit_log"];
  return Array.isArray(log) ? log.filter(isPlainRecord) : [];
};

type LoggedBlame = Extract<Blame, { outcome: "approved" | "edit" | "proposal" }>;

/** The newest line of the log that speaks of the place. */
function fromLog(entries: readonly Entry[], keys: readonly string[]): LoggedBlame | null {
  const [field = "", ...inside] = keys;
  for (const entry of entries.toReversed()) {
    const text = (name: string): string => (typeof entry[name] === "string" ? entry[name] : "");
    const turnId = text("turnId") === "" ? null : text("turnId");
    const about = { reason: text("reason"), turnId, step: null };
    if (entry["action"] === "commit" && isPlainRecord(entry["accepted"])) {
      const places = Object.hasOwn(entry["accepted"], field) ? entry["accepted"][field] : null;
      if (!Array.isArray(places) || !places.some((place) => reaches(String(place), inside))) continue;
      const proposal = { by: text("proposedBy"), decidedBy: text("decidedBy"), proposalId: text("proposalId") };
      return { outcome: "proposal", ...proposal, ...about };
    }
    if (!Array.isArray(entry["fields"]) || !entry["fields"].includes(field)) continue;
    if (entry["action"] === "edit") return { outcome: "edit", by: text("author"), ...about };
    if (entry["action"] === "effect") {
      const approval = {
        approvedBy: text("approvedBy"),
        edited: entry["edited"] === true,
        requestId: text("requestId"),
      };
      return { outcome: "approved", by: text("by"), ...approval, turnId, step: null };
    }
  }
  return null;
}

/** An edit reaches a place when it was made there, above it or inside it; one that appended may be anywhere in its list. */
function reaches(pointer: string, inside: readonly string[]): boolean {
  return keysOf(pointer)
    .slice(0, inside.length)
    .every((key, index) => key === "-" || key === inside[index]);
}

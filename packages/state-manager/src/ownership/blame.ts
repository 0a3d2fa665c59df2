import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { keysOf } from "./apply-patch.ts";
import { blameStored } from "./stored-blame.ts";

/** An earlier state, with information about the step that created it. */
export interface StateMoment {
  readonly values: Readonly<Record<string, unknown>>;
  /** LangGraph's number of the step; null if unknown. */
  readonly step: number | null;
  /** Source of the state: a step of the graph, an input, an edit from outside, or a fork. */
  readonly source: "loop" | "input" | "update" | "fork" | "unknown";
  /** Nodes of the step with the fields that each returned. */
  readonly writers: readonly { readonly node: string; readonly fields: readonly string[] }[];
  /** True for the first state of the thread; false when earlier states are missing. */
  readonly isFirst: boolean;
}

/**
 * Author of a value: a proposal, an agent that a person approved, a node, an edit from outside, the input, another conversation of the
 * user, or nobody.
 */
export type Blame =
  | {
      /** `proposal`: a proposal was committed. */
      readonly outcome: "proposal";
      /** Agent or user that proposed the value. */
      readonly by: string;
      /** Owner or person that accepted the proposal. */
      readonly decidedBy: string;
      /** Id of the proposal. */
      readonly proposalId: string;
      /** Reason of the proposal. */
      readonly reason: string;
      /** Turn of the write; null if it is unknown. */
      readonly turnId: string | null;
      /** LangGraph's number of the step; null when only the audit log names the author. */
      readonly step: number | null;
    }
  | {
      /** `approved`: an agent wrote the value in work that a person had approved. */
      readonly outcome: "approved";
      /** Agent that wrote the value. */
      readonly by: string;
      /** Person who approved the agent's action, or the last one of several. */
      readonly approvedBy: string;
      /** People who approved, in their order; absent if no rule says who may approve. */
      readonly signedBy?: readonly string[];
      /** True when the person changed the action before approving it. */
      readonly edited: boolean;
      /** Id of the approval request. */
      readonly requestId: string;
      /** Turn of the write; null if it is unknown. */
      readonly turnId: string | null;
      /** LangGraph's number of the step; null when only the audit log names the author. */
      readonly step: number | null;
    }
  | {
      /** `node`: a node wrote the value. */
      readonly outcome: "node";
      /** Node that wrote the value. */
      readonly by: string;
      /** Turn of the write; null if it is unknown. */
      readonly turnId: string | null;
      /** LangGraph's number of the step; null when only the audit log names the author. */
      readonly step: number | null;
    }
  | {
      /** `edit`: a person or program edited the value outside a run. */
      readonly outcome: "edit";
      /** Author of the edit. */
      readonly by: string;
      /** Reason of the edit. */
      readonly reason: string;
      /** Turn of the write; null if it is unknown. */
      readonly turnId: string | null;
      /** LangGraph's number of the step; null when only the audit log names the author. */
      readonly step: number | null;
    }
  | {
      /** `input`: the value came with the input of a run. */
      readonly outcome: "input";
      /** Turn of the write; null if it is unknown. */
      readonly turnId: string | null;
      /** LangGraph's number of the step; null when only the audit log names the author. */
      readonly step: number | null;
    }
  | {
      /** `user`: the value was stored by another conversation of the user, or by an earlier turn of this one. */
      readonly outcome: "user";
      /** Node that wrote the value, or the author of an edit. */
      readonly by: string;
      /** Conversation of the write. */
      readonly threadId: string;
      /** Turn of the write in that conversation; null if it is unknown. */
      readonly turnId: string | null;
      /** Time at which it was stored, as ISO 8601. */
      readonly at: string;
    }
  | {
      /** `default`: the value is the default; nobody has written it. */
      readonly outcome: "default";
    }
  | {
      /** `unknown`: the value was written, but the history of the write is missing. */
      readonly outcome: "unknown";
    };

/** Splits a path such as `task_ledger[2].status` into the field and the keys inside it. */
export function readPlace(place: string): readonly string[] {
  return place.split(/[.[\]]+/).filter((key) => key !== "");
}

/** Information about the examined field. */
export interface BlameOptions {
  /** Default value of a field without a reducer. Only for such a field can the audit log replace missing history. */
  readonly unreduced?: { readonly default: unknown };
}

/**
 * Finds out who wrote the current value at a path, with turn, step, proposal and reason.
 *
 * `history` contains the known states of the thread, newest first. If it does not reach back to the write, because checkpoints
 * were pruned or copied, the audit log is used, provided that it accounts for every counted write of the field. Otherwise the
 * result is `unknown`, never a guess. A path without a value is never attributed to a person.
 */
export function blame(history: readonly StateMoment[], place: string, options: BlameOptions = {}): Blame {
  const keys = readPlace(place);
  const [newest] = history;
  const oldest = history.at(-1);
  if (newest === undefined || oldest === undefined) return UNKNOWN;
  const asked: Asked = { keys, exists: at(newest.values, keys) !== undefined, ...options };
  const index = history.findIndex(
    (moment, position) => position + 1 < history.length && changedSince(history[position + 1], moment, keys),
  );
  if (index !== -1) return blameChange(history, index, asked);
  return oldest.isFirst ? blameFirst(oldest, asked) : blameByLog(oldest, asked);
}

interface Asked extends BlameOptions {
  readonly keys: readonly string[];
  /** True when the path has a value now. */
  readonly exists: boolean;
}

const UNKNOWN = { outcome: "unknown" } as const;

/** True when the value at the path differs between the states. */
export const changedSince = (older: StateMoment | undefined, newer: StateMoment, keys: readonly string[]): boolean =>
  !sameJson(at(older?.values, keys), at(newer.values, keys));

const at = (value: unknown, keys: readonly string[]): unknown => plain(keys.reduce<unknown>(member, value));

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** LangGraph's name for the task that writes an input into the state. */
const INPUT = "__start__";

/** Attributes a change to the step that made it. */
function blameChange(history: readonly StateMoment[], index: number, asked: Asked): Blame {
  const [moment, before] = history.slice(index, index + 2);
  if (moment === undefined) return UNKNOWN;
  const { step, source } = moment;
  const [field = ""] = asked.keys;
  const stored = blameStored(moment.values, before?.values, { field, isReduced: asked.unreduced === undefined });
  if (stored !== null) return stored;
  // An edit runs no node: tasks of the state before it are still waiting.
  const writers = source === "update" ? [] : moment.writers.filter(({ fields }) => fields.includes(field));
  if (source === "input" || writers.some(({ node }) => node === INPUT)) {
    return { outcome: "input", turnId: turnOfInput(history, index), step };
  }
  const [writer] = writers;
  if (writers.some(({ node }) => node !== writer?.node)) return UNKNOWN;
  const known = new Set(entriesOf(before).map((entry) => JSON.stringify(entry)));
  const added = entriesOf(moment).filter((entry) => {
    if (known.has(JSON.stringify(entry)) || !mentions(entry, asked.keys)) return false;
    if (entry["action"] === "edit") return source === "update";
    return entry["action"] === "commit" || writer?.fields.includes("runtime_audit_log") === true;
  });
  const newest = added.at(-1);
  if (newest !== undefined && asked.exists) {
    const certain = added.length === 1 || overwrites(newest, asked, moment);
    return certain ? { ...answerOf(newest), step } : UNKNOWN;
  }
  return writer === undefined ? UNKNOWN : { outcome: "node", by: writer.node, turnId: turnOf(moment), step };
}

/** Attributes a value of the first state. An edit of an empty thread creates its first state. */
function blameFirst(moment: StateMoment, { keys, exists }: Asked): Blame {
  if (moment.source !== "update") return { outcome: "default" };
  const [field = "", ...inside] = keys;
  const edits = entriesOf(moment).filter(({ action }) => action === "edit");
  const edit = edits.findLast((entry) => mentions(entry, [field]));
  if (edit === undefined) return edits.length > 0 ? { outcome: "default" } : UNKNOWN;
  return exists && inside.length === 0 ? { ...answerOf(edit), step: moment.step } : UNKNOWN;
}

/** Attributes a value by the audit log, if the log accounts for every counted write of its field. */
function blameByLog(oldest: StateMoment, asked: Asked): Blame {
  const { keys, exists, unreduced } = asked;
  const [field = "", ...inside] = keys;
  if (!exists || unreduced === undefined) return UNKNOWN;
  const stored = blameStored(oldest.values, undefined, { field, isReduced: false });
  if (stored !== null) return stored;
  const entries = entriesOf(oldest).filter((entry) => mentions(entry, [field]));
  if (member(oldest.values["runtime_field_versions"], field) !== entries.length) return UNKNOWN;
  // A new turn resets some fields to their default without counting a write.
  if (sameJson(at(oldest.values, keys), at(unreduced.default, inside))) return UNKNOWN;
  const newest = entries.findLast((entry) => mentions(entry, keys));
  return newest !== undefined && overwrites(newest, asked, oldest) ? answerOf(newest) : UNKNOWN;
}

const turnOf = ({ values }: StateMoment): string | null => {
  const turn = values["runtime_turn_id"];
  return typeof turn === "string" ? turn : null;
};

/** The turn of an input. The first states of a turn still contain the id of the previous turn. */
function turnOfInput(history: readonly StateMoment[], index: number): string | null {
  const turns = history.slice(0, index + 1).toReversed();
  const end = turns.findIndex(({ source }, position) => position > 0 && source === "input");
  const own = turns.slice(0, end === -1 ? undefined : end).map(turnOf);
  return own.find((turn) => turn !== own[0]) ?? own[0] ?? null;
}

/** Converts messages to JSON: they are class instances, and each read may create a new one. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || isPlainRecord(value)) return value;
  return typeof Reflect.get(value, "toJSON") === "function" ? JSON.parse(JSON.stringify(value)) : value;
};

type Entry = Readonly<Record<string, unknown>>;

const entriesOf = (moment: StateMoment | undefined): readonly Entry[] => {
  const log = moment?.values["runtime_audit_log"];
  return Array.isArray(log) ? log.filter(isPlainRecord) : [];
};

/** Places of a field that a commit changed, as JSON Pointers. */
function changedPlaces(entry: Entry, field: string): readonly string[] {
  const places = member(entry["accepted"], field);
  return Array.isArray(places) ? places.map(String) : [];
}

/** True when the write of an entry may have changed a path. Edits and effects only name whole fields. */
function mentions(entry: Entry, [field = "", ...inside]: readonly string[]): boolean {
  const { action, fields } = entry;
  if (action === "commit") return changedPlaces(entry, field).some((pointer) => reaches(pointer, inside));
  return (action === "edit" || action === "effect") && Array.isArray(fields) && fields.includes(field);
}

/** True when the write of an entry determined the value at a path, regardless of earlier writes. */
function overwrites(entry: Entry, { keys, unreduced }: Asked, { values }: StateMoment): boolean {
  const [field = "", ...inside] = keys;
  if (inside.length === 0) return unreduced !== undefined;
  // Items of a list shift, so an index may have referred to another item.
  const inList = inside.some((_, index) => Array.isArray(at(values, keys.slice(0, index + 1))));
  if (entry["action"] !== "commit" || inList) return false;
  return changedPlaces(entry, field).some(
    (pointer) => reaches(pointer, inside) && (pointer !== "" || unreduced !== undefined),
  );
}

type LoggedBlame = Extract<Blame, { outcome: "approved" | "edit" | "proposal" }>;

function answerOf(entry: Entry): LoggedBlame {
  const text = (name: string): string => (typeof entry[name] === "string" ? entry[name] : "");
  const turnId = text("turnId") === "" ? null : text("turnId");
  const about = { reason: text("reason"), turnId, step: null };
  if (entry["action"] === "edit") return { outcome: "edit", by: text("author"), ...about };
  if (entry["action"] === "commit") {
    const proposal = { by: text("proposedBy"), decidedBy: text("decidedBy"), proposalId: text("proposalId") };
    return { outcome: "proposal", ...proposal, ...about };
  }
  const signedBy = Array.isArray(entry["signedBy"]) ? entry["signedBy"].map(String) : [];
  const signed = signedBy.length === 0 ? {} : { signedBy };
  const approval = {
    approvedBy: text("approvedBy"),
    ...signed,
    edited: entry["edited"] === true,
    requestId: text("requestId"),
  };
  return { outcome: "approved", by: text("by"), ...approval, turnId, step: null };
}

/** True when an edit was at a path, above it or inside it. An append may be anywhere in its list. */
function reaches(pointer: string, inside: readonly string[]): boolean {
  return keysOf(pointer)
    .slice(0, inside.length)
    .every((key, index) => key === "-" || key === inside[index]);
}

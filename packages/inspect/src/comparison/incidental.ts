import { millisecondsOf } from "../clock.ts";
import { isPlainList, isPlainRecord, type Plain } from "../values/plain-value.ts";

/** Times between which a thread ran on its own, in milliseconds, and its ids. */
export interface RunMarks {
  readonly from: number;
  readonly to: number;
  readonly ids: ReadonlySet<string>;
}

/** Names under which Tidemark and LangChain store ids that they make for each run. */
const ID_NAMES =
  /^(?:id|planId|stepId|turnId|handoffId|proposalId|taskId|runId|eventId|requestId|callId|toolCallId|tool_call_id|openSince|parent_run_id|hash)$/;

/** Names under which Tidemark stores times and durations. */
const TIME_NAMES = /^(?:executionTime|seconds|timestamp|createdAt|startedAt|completedAt|decidedAt|turnStart|.*_time)$/;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g;

/** Milliseconds by which the clock of an application may differ from that of its database. */
const TOLERANCE = 5_000;

/** Ids that values contain under the names of ids, so that references to them are found too. */
export function idsIn(values: Iterable<Plain>): ReadonlySet<string> {
  const found = new Set<string>();
  const open: Plain[] = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isPlainList(value)) open.push(...value);
    else if (isPlainRecord(value)) {
      for (const [name, part] of Object.entries(value)) {
        if (ID_NAMES.test(name) && typeof part === "string" && part.length > 3) found.add(part);
        else open.push(part);
      }
    }
  }
  return found;
}

/**
 * A value without what only says when it was made and under which id: two runs that did the same have the same one.
 *
 * In fields of Tidemark and in messages, these are the ids and times at known places. Anywhere else it is an id that is random, and a time
 * at which this very thread ran; any other date is what the application works with.
 */
export function withoutIncidentals(value: Plain, marks: RunMarks, isOwn: boolean): Plain {
  if (typeof value === "string") return textWithout(value, marks);
  if (typeof value === "number") return isMoment(value, marks) ? "(time)" : value;
  if (isPlainList(value)) return value.map((each) => withoutIncidentals(each, marks, isOwn));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    // Two savers, or two runs, may store the parts of a record in another order.
    Object.entries(value)
      .filter(([name, part]) => !isVersions(name, part))
      .toSorted(byName)
      .map(([name, part]): [string, Plain] => {
        const isText = typeof part === "string" || part === null;
        if (isOwn && ID_NAMES.test(name) && isText) return [name, "(id)"];
        if (isOwn && TIME_NAMES.test(name) && !isPlainRecord(part)) return [name, "(time)"];
        return [textWithout(name, marks), withoutIncidentals(part, marks, isOwn)];
      }),
  );
}

/** True for the versions of packages, which LangChain adds to messages. */
const isVersions = (name: string, part: Plain): boolean => {
  if (!isPlainRecord(part)) return false;
  const [only, second] = Object.keys(part);
  if (name === "versions") return only?.startsWith("@langchain/") === true;
  return name === "metadata" && only === "versions" && second === undefined && isVersions(only, part[only] ?? null);
};

const byName = ([one]: readonly [string, Plain], [other]: readonly [string, Plain]): number => (one < other ? -1 : 1);

function textWithout(text: string, marks: RunMarks): string {
  if (marks.ids.has(text)) return "(id)";
  return text
    .replaceAll(UUID, "(id)")
    .replaceAll(ISO, (time) => (isWithin(millisecondsOf(time), marks) ? "(time)" : time));
}

/** True for seconds or milliseconds since 1970 at which the thread ran. */
const isMoment = (value: number, marks: RunMarks): boolean => isWithin(value, marks) || isWithin(value * 1_000, marks);

const isWithin = (time: number, { from, to }: RunMarks): boolean => time >= from - TOLERANCE && time <= to + TOLERANCE;

/** Fields that say nothing but when a turn ran and under which id. */
const ONLY_MARKS: ReadonlySet<string> = new Set([
  "control_validation_timestamp",
  "execution_start_time",
  "execution_total_time",
  "runtime_session_id",
  "runtime_turn_id",
  "runtime_updated_at",
]);

/** True for a field that says nothing but when a turn ran and under which id. */
export const isMark = (field: string): boolean => ONLY_MARKS.has(field);

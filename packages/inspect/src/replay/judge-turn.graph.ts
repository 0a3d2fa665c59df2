import { withoutIncidentals } from "../comparison/incidental.ts";
import type { DeclaredFields } from "../reader/declared-fields.ts";
import { INPUT } from "../source/channels.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import { plainValue } from "../values/plain-value.ts";
import { diffValues } from "../values/value-diff.ts";
import { differenceFrom, type Expectations, type Fingerprint, fingerprintOf, turnKey } from "./expectations.ts";
import type { Difference, RunFacts } from "./difference.ts";
import { firstDifference, isOwn, marksOf } from "./first-difference.ts";
import type { LaneStep } from "./lane.ts";
import type { RecordedTurn } from "./recorded-turn.graph.ts";
import type { RanTurn } from "./run-turn.graph.ts";
import type { ThreadMask } from "./thread-mask.ts";
import type { LaneResult, ShownDifference } from "./thread-result.ts";

/** How a turn is judged. */
interface Judging {
  /** Number of the turn. */
  readonly turn: number;
  readonly fields: DeclaredFields;
  readonly isMigrated: boolean;
  readonly mask: ThreadMask;
  /** Defaults to comparing with the thread alone. */
  readonly expected?: Expectations;
  readonly accept?: (key: string, fingerprint: Fingerprint) => void;
}

/** Compares a turn that has run again with the stored one, or with what was accepted. */
export function judgeTurn(recorded: RecordedTurn, ran: RanTurn, judging: Judging): LaneResult {
  const { threadId, steps, tools } = recorded;
  const { turn, fields, expected, accept } = judging;
  const { gaps, calls, error } = ran;
  const facts: RunFacts = {
    threadId,
    isInfrastructure: (field) => fields.isInfrastructure(field),
    askedOther: new Set(calls.flatMap(({ node, match }) => (match === "order" && node !== null ? [node] : []))),
    results: new Map(tools.map(({ callId, content }) => [callId, JSON.stringify(content)])),
    error,
    taken: new Set(gaps.map(({ position, node }) => `${position} ${node}`)),
  };
  const missing = [...new Set(gaps.map(({ node, problem }) => `${node}: ${problem}`))];
  const edited = steps.findIndex(({ step }, position) => step.source === "update" && hasMore(steps, position));
  if (edited !== -1)
    missing.push(`step ${steps[edited]?.step.label ?? ""} is an edit, and what followed was not judged`);
  const until = edited === -1 ? undefined : edited;
  const found = firstDifference(steps.slice(0, until), ran.steps.slice(0, until), facts) ?? unknownCall(ran, steps);
  const whole = steps.slice(0, until).filter(({ step }) => step.source === "loop" || step.source === "input");
  const isStopped = found === null && ran.steps.length < whole.length;
  if (isStopped)
    missing.push(`what followed step ${whole[ran.steps.length - 1]?.step.label ?? ""}, after which the replay stopped`);
  const key = turnKey(threadId, turn);
  const fingerprint = (): Fingerprint => fingerprintOf(ran.steps, calls, facts);
  accept?.(key, fingerprint());
  const accepted = expected !== undefined && Object.hasOwn(expected.turns, key) ? expected.turns[key] : undefined;
  const difference = accepted === undefined ? found : chosen(differenceFrom(accepted, fingerprint()), found);
  const lanes = [steps, ran.steps] as const;
  if (difference !== null) {
    judging.mask.see(ran.steps);
    judging.mask.seeCalls([
      ...tools,
      ...(ran.unknownTool === null ? [] : [{ args: [ran.unknownTool.args], content: "" }]),
    ]);
    return { outcome: "different", difference: shown(difference, lanes, { ...judging, facts }), missing };
  }
  return {
    outcome: isStopped || !hasRun(ran) ? "notJudged" : found === null ? "same" : "accepted",
    difference: null,
    missing,
  };
}

const hasMore = (steps: readonly LaneStep[], position: number): boolean =>
  steps.slice(position + 1).some(({ step }) => step.source === "loop");

/** The difference from what was accepted. The one from the thread has values, where it is not another matter. */
const chosen = (fromAccepted: Difference | null, fromThread: Difference | null): Difference | null =>
  fromAccepted === null || fromAccepted.cause === "model input" ? fromAccepted : (fromThread ?? fromAccepted);

/** True if a node has run, rather than taken what it wrote from the thread. */
const hasRun = ({ steps, gaps }: RanTurn): boolean =>
  steps.length > 1 &&
  steps.some(({ tasks }, position) =>
    tasks.some(({ node }) => node !== INPUT && !gaps.some((gap) => gap.position === position && gap.node === node)),
  );

/** A call of a tool that the thread does not contain. */
function unknownCall({ unknownTool: call, steps }: RanTurn, stored: readonly LaneStep[]): Difference | null {
  if (call === null) return null;
  const position = steps.length;
  return {
    position,
    field: `call of ${call.tool}`,
    stored: null,
    replayed: plainValue(call.args),
    author: stored[position - 1]?.step.next ?? [],
    cause: "tool",
    because: "the thread has no call of this tool with these arguments",
  };
}

/** Maximum number of parts of a value that are named. */
const MOST_CHANGES = 5;

function shown(
  { position, field, stored, replayed, ...rest }: Difference,
  lanes: readonly [readonly LaneStep[], readonly LaneStep[]],
  { mask, facts, isMigrated }: Pick<Judging, "mask" | "isMigrated"> & { readonly facts: RunFacts },
): ShownDifference {
  const [steps] = lanes;
  const values = [mask.shown(field, stored), mask.shown(field, replayed)];
  const [before = null, after = null] = values.map((value, side) =>
    withoutIncidentals(value, marksOf(lanes[side] ?? [], facts), isOwn(field, facts)),
  );
  const changes = diffValues(before, after).slice(0, MOST_CHANGES);
  const [was = null, is = null] = values.map((value) => clipValue(value, LIMITS).value);
  const step = steps[position]?.step.label ?? `${steps.at(-1)?.step.label ?? ""}+`;
  const cause = isMigrated && rest.cause === "unknown" ? "migration" : rest.cause;
  return { step, field, stored: was, replayed: is, changes, ...rest, cause };
}

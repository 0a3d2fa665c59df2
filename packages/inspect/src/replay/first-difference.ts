import { sameJson } from "@tidemark/reducers/internal";
import { millisecondsOf } from "../clock.ts";
import { idsIn, isMark, type RunMarks, withoutIncidentals } from "../comparison/incidental.ts";
import { pendingOf } from "../history/pending.ts";
import { isPlainList, type Plain, plainValue } from "../values/plain-value.ts";
import { causeOf, writersOf } from "./cause.ts";
import type { Difference, RunFacts } from "./difference.ts";
import type { LaneStep } from "./lane.ts";

const NODES = "nodes that run";

const INPUT_CAUSE = { cause: "unknown", because: "the input was written in another way" } as const;

/** Finds the first difference of two lanes of a turn. Null if they did the same. Times and ids of a run do not count. */
export function firstDifference(
  stored: readonly LaneStep[],
  replayed: readonly LaneStep[],
  facts: RunFacts,
): Difference | null {
  const marks = [marksOf(stored, facts), marksOf(replayed, facts)] as const;
  const normal = (side: 0 | 1, field: string, value: Plain): Plain =>
    withoutIncidentals(value, marks[side], isOwn(field, facts));
  const alike = (field: string, one: Plain, other: Plain): boolean =>
    sameJson(one, other) || sameJson(normal(0, field, one), normal(1, field, other));
  const same = (field: string, one: unknown, other: unknown): boolean => {
    const [was, is] = [plainValue(one ?? null), plainValue(other ?? null)];
    if (!isPlainList(was) || !isPlainList(is) || was.length !== is.length) return alike(field, was, is);
    // Most items of a conversation are those of earlier turns.
    return was.every((each, index) => alike(field, each, is[index] ?? null));
  };
  // What a person has edited after the end of the turn is not part of it.
  const ran = stored.filter(({ step }) => step.source === "loop" || step.source === "input");
  for (const [position, one] of ran.entries()) {
    const other = replayed[position];
    const [before, again] = [ran[position - 1], replayed[position - 1]];
    if (other === undefined)
      return before === undefined || again === undefined ? null : ended([before, again], position, facts);
    const nodes = [one.step.nodes.toSorted(), other.step.nodes.toSorted()] as const;
    if (before !== undefined && !sameJson(...nodes)) return route(position - 1, before, again, nodes);
    const changed = [...new Set([...one.step.changed, ...other.step.changed])].filter(isCompared);
    // People read the fields of the application first, and the conversation next.
    const rank = (each: string): number => (facts.isInfrastructure(each) ? 2 : each === "messages" ? 1 : 0);
    const field = changed
      .toSorted((a, b) => rank(a) - rank(b))
      .find((each) => !same(each, one.values[each], other.values[each]));
    if (field !== undefined) {
      const why =
        before === undefined || again === undefined ? INPUT_CAUSE : causeOf(field, [before, again], { same, facts });
      const [was, is] = [plainValue(one.values[field] ?? null), plainValue(other.values[field] ?? null)];
      const written = [before, again].map((each) => (each === undefined ? [] : writersOf(each, field)));
      const author = written.find((each) => each.length > 0) ?? one.step.nodes;
      return { position, field, stored: was, replayed: is, author, ...why };
    }
    const next = [one.step.next.toSorted(), other.step.next.toSorted()] as const;
    if (!sameJson(...next)) return route(position, one, other, next);
    const [asked, askedNow] = [questionsOf(one, position, facts), questionsOf(other, position, facts)];
    if (!same("messages", asked, askedNow)) {
      const author = one.step.next.length === 0 ? other.step.next : one.step.next;
      const because = "the node asked something else";
      return { position, field: "question", stored: asked, replayed: askedNow, author, cause: "node", because };
    }
  }
  const more = replayed[ran.length];
  const [last, lastNow] = [ran.at(-1), replayed[ran.length - 1]];
  if (last === undefined || lastNow === undefined || (more === undefined && facts.error === null)) return null;
  return ended([last, lastNow], ran.length, facts, more);
}

/** What is still to be stored for a user depends on their store, which is empty in a replay. */
const isCompared = (field: string): boolean => !isMark(field) && field !== "runtime_user_updates";

/** True for a field in which ids and times have known places. */
export const isOwn = (field: string, { isInfrastructure }: Pick<RunFacts, "isInfrastructure">): boolean =>
  field === "messages" || isInfrastructure(field);

/** Nodes that ran after a step, where others ran. */
function route(
  position: number,
  one: LaneStep,
  other: LaneStep | undefined,
  [stored, replayed]: readonly [readonly string[], readonly string[]],
): Difference {
  const author = one.step.nodes.length > 0 ? one.step.nodes : (other?.step.nodes ?? []);
  const because = `after ${author.join(", ") || "the input"}, ${names(replayed)} ran instead of ${names(stored)}`;
  return { position, field: NODES, stored: [...stored], replayed: [...replayed], author, cause: "route", because };
}

const names = (nodes: readonly string[]): string => (nodes.length === 0 ? "nothing" : nodes.join(", "));

/** A lane that ended before the other one: with an error, or because nothing was left to run. */
function ended(
  [one, other]: readonly [LaneStep, LaneStep],
  position: number,
  facts: RunFacts,
  more?: LaneStep,
): Difference | null {
  const [was, is] = [errorsAfter(one), errorsAfter(other)];
  const before = was.map(({ text }) => text).join("; ");
  const now = more !== undefined ? "" : is.map(({ text }) => text).join("; ") || (facts.error ?? "");
  if (more === undefined && before === now) return null;
  // A process that has ended leaves a turn that goes on.
  if (more !== undefined && was.length === 0 && one.step.next.length > 0) return null;
  const failed = (is.length > 0 ? is : was).map(({ node }) => node);
  const author = failed.length > 0 ? failed : other.step.next;
  return {
    position,
    field: "error",
    stored: before === "" ? null : before,
    replayed: now === "" ? null : now,
    author,
    cause: author.some((node) => facts.askedOther.has(node)) ? "unknown" : "node",
    because: now === "" ? "the run went on, where it had ended" : "the run ended with an error",
  };
}

const errorsAfter = ({ tasks }: LaneStep) =>
  tasks.flatMap(({ node, error }) =>
    error === null ? [] : [{ node, text: pendingOf([["", "__error__", error]]).errors[0] ?? "an error" }],
  );

const questionsOf = ({ tasks }: LaneStep, position: number, { taken }: RunFacts): readonly Plain[] =>
  tasks
    .filter(({ node }) => !taken.has(`${position} ${node}`))
    .flatMap(({ node, questions }) => questions.map(({ value }): Plain => ({ node, value: plainValue(value) })));

/** When a lane ran, and under which ids. */
export function marksOf(steps: readonly LaneStep[], { threadId, isInfrastructure }: RunFacts): RunMarks {
  const [first, last] = [steps[0], steps.at(-1)];
  const infrastructure = [first, last].flatMap((each) =>
    Object.entries(each?.values ?? {}).flatMap(([name, value]) => (isInfrastructure(name) ? [plainValue(value)] : [])),
  );
  const turn = last?.values["runtime_turn_id"];
  return {
    from: millisecondsOf(first?.step.at ?? ""),
    to: millisecondsOf(last?.step.at ?? ""),
    ids: new Set([...idsIn(infrastructure), threadId, ...(typeof turn === "string" ? [turn] : [])]),
  };
}

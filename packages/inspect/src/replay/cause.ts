import { messageType } from "../history/messages.ts";
import { isPlainList, isPlainRecord, plainValue } from "../values/plain-value.ts";
import type { Difference, RunFacts } from "./difference.ts";
import type { LaneStep } from "./lane.ts";

/** How the values of a field are compared, and what is known of the run. */
interface CauseContext {
  readonly same: (field: string, one: unknown, other: unknown) => boolean;
  readonly facts: RunFacts;
}

/** Finds why a field differs after a step, from what its tasks wrote in both lanes. */
export function causeOf(
  field: string,
  [before, again]: readonly [LaneStep, LaneStep],
  { same, facts }: CauseContext,
): Pick<Difference, "cause" | "because"> {
  const [wrote, writes] = [writesTo(before, field), writesTo(again, field)];
  const author = namesOf(writersOf(wrote.length > 0 ? before : again, field));
  if (wrote.length > 0 && same(field, wrote, writes))
    return { cause: "reducer", because: `${author} wrote the same, and the field became another value` };
  const tool = changedResult(again, facts.results);
  if (tool !== null)
    return { cause: "tool", because: `the call of "${tool}" had another result, such as a refusal of its arguments` };
  const asked = before.step.next.filter((node) => facts.askedOther.has(node));
  if (asked.length > 0) {
    const because = `the model of ${asked.join(", ")} was asked what the thread does not contain`;
    return { cause: "unknown", because };
  }
  if (before.tasks.length === 0)
    return { cause: "unknown", because: "the thread does not contain what its nodes wrote" };
  if (writes.length === 0) return { cause: "node", because: `${author} did not write it` };
  if (wrote.length === 0) return { cause: "node", because: `${author} wrote it, and had not` };
  return { cause: "node", because: `${author} wrote something else for the same values and answers` };
}

/** Name of a tool whose message is not the recorded one. Null for none. */
function changedResult({ tasks }: LaneStep, results: ReadonlyMap<string, string>): string | null {
  for (const [, value] of tasks.flatMap(({ writes }) => writes)) {
    const plain = plainValue(value);
    for (const each of isPlainList(plain) ? plain : [plain]) {
      if (!isPlainRecord(each) || messageType(each) !== "tool") continue;
      const { tool_call_id: id, name, content } = each;
      const recorded = results.get(typeof id === "string" ? id : "");
      if (recorded !== undefined && recorded !== JSON.stringify(content ?? ""))
        return typeof name === "string" ? name : "a tool";
    }
  }
  return null;
}

const namesOf = (nodes: readonly string[]): string => (nodes.length === 0 ? "the node" : nodes.join(", "));

/** What the tasks after a checkpoint wrote to a field, in order. */
const writesTo = ({ tasks }: LaneStep, field: string): readonly unknown[] =>
  tasks.flatMap(({ writes }) => writes.flatMap(([channel, value]) => (channel === field ? [value] : [])));

/** Nodes that wrote a field after a checkpoint. */
export const writersOf = ({ tasks }: LaneStep, field: string): readonly string[] => [
  ...new Set(tasks.flatMap(({ node, writes }) => (writes.some(([channel]) => channel === field) ? [node] : []))),
];

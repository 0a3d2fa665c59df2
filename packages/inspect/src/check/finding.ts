import type { Field } from "@tidemark/core-state";

/** How sure a finding is, and how bad: an `error` fails when it runs, a `warning` can, a `note` is worth a look. */
export type Severity = "error" | "note" | "warning";

/** Rules of `check`, by code. */
export const RULES = {
  "unwritten-field": { severity: "warning", title: "No node writes a field" },
  "unread-field": { severity: "note", title: "No node reads a field" },
  "unbound-owner": { severity: "note", title: "Plain functions can write fields that have an owner" },
  "same-step-writes": { severity: "warning", title: "Two nodes of one step write a field without a reducer" },
  "same-step-nodes": { severity: "note", title: "Plain functions run in one step beside fields without a reducer" },
  "same-step-graphs": { severity: "warning", title: "Two nodes of one step return a field without a reducer" },
  "same-step-counters": { severity: "error", title: "Two agents of one step count their runs" },
  "same-step-owner": { severity: "note", title: "Two nodes of one step write under one name" },
  "missing-commit": { severity: "error", title: "Proposals are made, and no node commits them" },
  "refused-proposal": { severity: "error", title: "No commit can accept a proposal" },
  "unreached-commit": { severity: "error", title: "No commit follows a proposal" },
  "unmet-requirement": { severity: "warning", title: "No agent stores what another one needs" },
  "unreachable-node": { severity: "warning", title: "No path leads to a node" },
  "unreachable-agent": { severity: "warning", title: "No handoff leads to an agent" },
  "endless-loop": { severity: "warning", title: "No path leads from a node to the end" },
  "endless-handoffs": { severity: "note", title: "Agents hand work around in a circle without a limit" },
  "empty-route": { severity: "error", title: "A conditional edge has no target" },
  "overlapping-route": { severity: "warning", title: "An edge leads where a choice leads too" },
  "unended-route": { severity: "note", title: "Choosing the end does not end the run" },
  "skipped-join": { severity: "warning", title: "A node waits for one that may not run" },
  "missing-turn-start": { severity: "warning", title: "Nothing resets the fields of a turn" },
  "missing-store": { severity: "note", title: "Fields of a user have no store" },
  "missing-migration": { severity: "note", title: "Threads of older versions are read unchanged" },
  "hidden-output": { severity: "warning", title: "A graph returns a field that is hidden" },
  "ended-turn": { severity: "error", title: "A limit ends every turn" },
  "short-recursion-limit": { severity: "warning", title: "The recursion limit is below the shortest path" },
  "unreached-limit": { severity: "note", title: "Another limit always comes first" },
  "unused-ignore": { severity: "warning", title: "An exception silences nothing" },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly title: string }>>;

/** Code of a rule. */
export type RuleCode = keyof typeof RULES;

/** One finding, with its witness. */
export interface Finding {
  readonly code: RuleCode;
  readonly severity: Severity;
  /** What it is about: a field, a node, or two nodes as `a + b`. Subgraphs come first, as `billing / pay`. */
  readonly at: string;
  /** What is wrong, with who and by which path. */
  readonly problem: string;
  /** What to do. */
  readonly remedy: string;
}

/** Makes a finding of a rule. */
export const finding = (code: RuleCode, parts: Pick<Finding, "at" | "problem" | "remedy">): Finding => ({
  code,
  severity: RULES[code].severity,
  ...parts,
});

/** An exception for one finding, with its reason. */
export interface Exception {
  readonly code: string;
  readonly at: string;
  readonly reason: string;
}

/** What a graph can never do right, and what cannot be known without running it. */
export interface GraphReport {
  readonly findings: readonly Finding[];
  /** Findings that an exception silences, with its reason. */
  readonly silenced: readonly (Finding & { readonly reason: string })[];
  /** Sentences about what the graph does not declare. */
  readonly unknown: readonly string[];
}

/** The text of several names: `"a"`, `"a" and "b"`, `"a", "b" and "c"`. */
export const listed = (names: readonly string[]): string => {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop() ?? "nothing";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
};

/** Names under which a field may be written. */
export const ownersOf = ({ owner }: Field): readonly string[] => (typeof owner === "string" ? [owner] : owner);

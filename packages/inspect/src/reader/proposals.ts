import { changeIdOf, isUser } from "@tidemark/state-manager/internal";
import { branchOf, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { present, type ShownValues } from "./shown-values.ts";
import { clipValue, LIMITS } from "../values/clipped-value.ts";
import { isPlainRecord, type Plain, plainListOf, plainRecordOf, plainValue } from "../values/plain-value.ts";

/** Change of a field that an agent has proposed, and nobody has decided. */
export interface OpenProposal {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly changes: readonly {
    readonly field: string;
    readonly change: Plain;
    /** Value of the field at the step. Absent for a field without one. */
    readonly current?: Plain;
    /** Id by which a person decides the change. Null for one that ended with its turn, or that a commit decides. */
    readonly answerId: string | null;
    /** Version of the field that the agent saw, and its version now. The proposal is stale if they differ. */
    readonly seenVersion: number;
    readonly version: number;
  }[];
}

/** Proposal that a commit has answered. */
export interface DecidedProposal {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly reason: string;
  readonly decidedAt: string;
  readonly turnId: string | null;
  /** Fields that were accepted. */
  readonly accepted: readonly string[];
  /** Reason of the refusal, by field. */
  readonly refused: Readonly<Record<string, string>>;
  /** Proposed changes by field. Empty where the step before the decision is not stored. */
  readonly changes: Readonly<Record<string, Plain>>;
  /** Step of the decision. Null where it is not stored. */
  readonly step: Pick<ThreadStep, "id" | "label"> | null;
}

/** Proposals of a thread at a step. */
export interface Proposals {
  readonly open: readonly OpenProposal[];
  /** Newest first, as far as the audit log reaches. */
  readonly decided: readonly DecidedProposal[];
}

/** Fields that contain proposals and their decisions. */
const PROPOSAL_FIELDS = ["control_proposals", "runtime_audit_log", "runtime_field_versions"];

const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "");
const records = (value: unknown) => plainListOf(plainValue(value)).filter(isPlainRecord);

const versionOf = (of: Plain | undefined, field: string): number => {
  const found = Object.hasOwn(plainRecordOf(of), field) ? plainRecordOf(of)[field] : 0;
  return typeof found === "number" ? found : 0;
};

/** True for a proposal that waits for a person after its turn: that of a person, and one that a commit has left open. */
const staysOpen = ({ proposedBy, openSince }: Readonly<Record<string, Plain>>): boolean =>
  typeof openSince === "string" || isUser(text(proposedBy));

/** What is known of a proposal at the step that decided it. */
type DecidedAt = Pick<DecidedProposal, "changes" | "step">;

/** Maximum number of commits before a step whose proposals are read. */
const MAX_COMMITS = 100;

/** Reads the proposals that are open at a step, and those that were decided up to it. */
export async function stepProposals({
  threadId,
  all,
  id,
  values,
}: {
  readonly threadId: string;
  readonly all: ThreadSteps;
  readonly id: string;
  readonly values: ShownValues;
}): Promise<Proposals> {
  const shown = (at: string, fields: readonly string[]) =>
    values.shown({ threadId, id: at }, present(fields, all.stored.get(at)?.values ?? {}));
  const decided = new Map<string, DecidedAt>();
  const commits = branchOf(all, id).filter(({ changed }) => changed.includes("runtime_audit_log"));
  for (const { id: commit, label, parent } of commits.slice(0, MAX_COMMITS).toReversed()) {
    // A commit removes what it decides: the last one that found a proposal has decided it.
    const before = parent === null ? {} : await shown(parent, ["control_proposals"]);
    for (const [proposalId, changes] of openChanges(before))
      decided.set(proposalId, { changes, step: { id: commit, label } });
  }
  const found = await shown(id, PROPOSAL_FIELDS);
  const fields = [...openChanges(found).values()].flatMap((changes) => Object.keys(changes));
  return proposalsOf(found, {
    current: fields.length === 0 ? {} : await shown(id, fields),
    decidedAt: (each) => decided.get(each) ?? { changes: {}, step: null },
  });
}

/** Changes of the proposals that are open in the values of a step, by their id. */
const openChanges = (values: Readonly<Record<string, unknown>>): ReadonlyMap<string, DecidedAt["changes"]> =>
  new Map(
    records(values["control_proposals"]).map((each) => [text(each["proposalId"]), plainRecordOf(each["changes"])]),
  );

/** Reads the proposals from the values of a thread. Ignores what does not have their form. */
function proposalsOf(
  values: Readonly<Record<string, unknown>>,
  {
    current,
    decidedAt,
  }: { readonly current: Readonly<Record<string, Plain>>; readonly decidedAt: (proposalId: string) => DecidedAt },
): Proposals {
  const versions = plainValue(values["runtime_field_versions"]);
  return {
    open: records(values["control_proposals"]).map((each) => ({
      proposalId: text(each["proposalId"]),
      proposedBy: text(each["proposedBy"]),
      reason: text(each["reason"]),
      createdAt: text(each["createdAt"]),
      changes: Object.entries(plainRecordOf(each["changes"])).map(([field, change]) => ({
        field,
        change,
        ...(Object.hasOwn(current, field) && { current: clipValue(current[field] ?? null, LIMITS).value }),
        answerId: staysOpen(each) ? changeIdOf(text(each["proposalId"]), field) : null,
        seenVersion: versionOf(each["baseVersions"], field),
        version: versionOf(versions, field),
      })),
    })),
    decided: records(values["runtime_audit_log"])
      .filter(({ action }) => action === "commit")
      .map((each) => ({
        proposalId: text(each["proposalId"]),
        proposedBy: text(each["proposedBy"]),
        decidedBy: text(each["decidedBy"]),
        reason: text(each["reason"]),
        decidedAt: text(each["timestamp"]),
        turnId: typeof each["turnId"] === "string" ? each["turnId"] : null,
        ...decidedAt(text(each["proposalId"])),
        accepted: Object.keys(plainRecordOf(each["accepted"])),
        refused: Object.fromEntries(
          Object.entries(plainRecordOf(each["refused"])).map(([field, why]) => [field, text(why)]),
        ),
      }))
      .toReversed(),
  };
}

import { isPlainList, isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";

/** Change of a field that an agent has proposed, and nobody has decided. */
export interface OpenProposal {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly changes: readonly {
    readonly field: string;
    readonly change: Plain;
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
}

/** Proposals of a thread at a step. */
export interface Proposals {
  readonly open: readonly OpenProposal[];
  /** Newest first, as far as the audit log reaches. */
  readonly decided: readonly DecidedProposal[];
}

/** Fields that contain proposals and their decisions. */
export const PROPOSAL_FIELDS = ["control_proposals", "runtime_audit_log", "runtime_field_versions"];

const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "");
const records = (value: unknown) => {
  const list = plainValue(value);
  return isPlainList(list) ? list.filter(isPlainRecord) : [];
};

const versionOf = (of: Plain | undefined, field: string): number => {
  const found = isPlainRecord(of) && Object.hasOwn(of, field) ? of[field] : 0;
  return typeof found === "number" ? found : 0;
};

/** Reads the proposals from the values of a thread. Ignores what does not have their form. */
export function proposalsOf(values: Readonly<Record<string, unknown>>): Proposals {
  const versions = plainValue(values["runtime_field_versions"]);
  return {
    open: records(values["control_proposals"]).map((each) => ({
      proposalId: text(each["proposalId"]),
      proposedBy: text(each["proposedBy"]),
      reason: text(each["reason"]),
      createdAt: text(each["createdAt"]),
      changes: Object.entries(isPlainRecord(each["changes"]) ? each["changes"] : {}).map(([field, change]) => ({
        field,
        change,
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
        accepted: Object.keys(isPlainRecord(each["accepted"]) ? each["accepted"] : {}),
        refused: Object.fromEntries(
          Object.entries(isPlainRecord(each["refused"]) ? each["refused"] : {}).map(([field, why]) => [
            field,
            text(why),
          ]),
        ),
      }))
      .toReversed(),
  };
}

import type { Proposal } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { WithVersions } from "../kernel/field-versions.ts";

/** Who writes entries of `control_proposals`. */
export interface ProposalAuthor {
  readonly agent: string;
  /** True for an agent that commits, and so may take entries off. */
  readonly commits: boolean;
  /** The proposals that the runtime made for this agent in this run. */
  readonly made: ReadonlySet<unknown>;
  /** What the agent could see when it wrote them. */
  readonly seen: WithVersions;
}

/**
 * Signs the entries that a node writes to `control_proposals` with the node's own agent.
 *
 * An entry that the runtime made stays as it is. One that was made manually gets an id of the agent's own, the present turn and
 * no later versions than the agent could see. An entry in another name, and one that takes a proposal of another agent off the
 * list, throws `state-manager/foreignProposal`.
 *
 * @internal
 */
export function stampProposals(entries: readonly unknown[], author: ProposalAuthor): readonly unknown[] {
  return entries.map((entry) => {
    // What is not an entry is left to the schema of the field, which says so.
    if (!isPlainRecord(entry) || author.made.has(entry)) return entry;
    const id = entry["proposalId"];
    if (typeof id !== "string") return entry;
    const { agent } = author;
    const own = `${agent}:`;
    if (Object.hasOwn(entry, "settled")) {
      if (author.commits || id.startsWith(own)) return entry;
      throw stateManagerErrors.foreignProposal({ agent, proposalId: id, claims: "settles it" });
    }
    if (entry["proposedBy"] !== agent) {
      const claims = `signs it "${String(entry["proposedBy"])}"`;
      throw stateManagerErrors.foreignProposal({ agent, proposalId: id, claims });
    }
    const { openSince: _, ...signed } = entry;
    return {
      ...signed,
      proposalId: id.startsWith(own) ? id : `${own}${id}`,
      turnId: author.seen.runtime_turn_id ?? null,
      baseVersions: noLaterThan(author.seen, entry["baseVersions"]),
    };
  });
}

/** A version that the agent could not see is one that it made up, to overrule a change that it does not know. */
function noLaterThan({ runtime_field_versions: seen = {} }: WithVersions, base: unknown): unknown {
  if (!isPlainRecord(base)) return base;
  return Object.fromEntries(
    Object.entries(base).map(([field, version]) => [
      field,
      typeof version === "number" ? Math.min(version, seen[field] ?? 0) : version,
    ]),
  );
}

/** Adds the proposals that a node made and did not return. */
export function withProposals(returned: readonly unknown[], made: ReadonlySet<Proposal>): readonly unknown[] {
  const missing = [...made].filter((each) => !returned.includes(each));
  return missing.length === 0 ? returned : [...returned, ...missing];
}

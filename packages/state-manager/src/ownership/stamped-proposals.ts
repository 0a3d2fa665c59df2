import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { WithVersions } from "../kernel/field-versions.ts";

/** Author of entries of `control_proposals`. */
export interface ProposalAuthor {
  readonly agent: string;
  /** True for an agent that commits and may remove entries. */
  readonly commits: boolean;
  /** Proposals that the runtime created for this agent in this run. */
  readonly made: ReadonlySet<unknown>;
  /** Turn and versions that the agent could see. */
  readonly seen: WithVersions;
}

/**
 * Signs the entries that a node writes to `control_proposals` with its agent.
 *
 * An entry created by the runtime is unchanged. A manually created one gets an id with the agent's prefix, the current turn, and
 * versions no later than the agent could see. An entry in another name, or one that settles a proposal of another agent, throws
 * `state-manager/foreignProposal`.
 *
 * @internal
 */
export function stampProposals(entries: readonly unknown[], author: ProposalAuthor): readonly unknown[] {
  return entries.map((entry) => {
    // The schema of the field reports invalid entries.
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

/** Limits base versions to those that the agent could see: a higher one would overrule an unknown change. */
function noLaterThan({ runtime_field_versions: seen = {} }: WithVersions, base: unknown): unknown {
  if (!isPlainRecord(base)) return base;
  return Object.fromEntries(
    Object.entries(base).map(([field, version]) => [
      field,
      typeof version === "number" ? Math.min(version, seen[field] ?? 0) : version,
    ]),
  );
}

import { type Field, type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { isFrameworkField } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { propose } from "@tidemark/state-manager";

/** A subagent's run: the values that it began with, and those that it returned. */
export interface SubagentRun {
  readonly state: StateDeclaration;
  readonly subagent: string;
  readonly callId: string;
  /** Values of the parent when the subagent began. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Values that the subagent returned, by field. */
  readonly after: Readonly<Record<string, unknown>>;
  readonly now: string;
}

/**
 * Proposes what a subagent has changed, in its name: one proposal for each file or other key of a record, and one for any other field.
 *
 * A field that it returned as it was is not a change. Bookkeeping of the framework is that of the subagent's own run.
 */
export function proposalsOf(run: SubagentRun): readonly Proposal[] {
  const { state, subagent, callId, before, after, now } = run;
  return Object.entries(after).flatMap(([name, value]) => {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    if (declared === undefined || !isSharedField(declared) || value === undefined) return [];
    return changesIn(before[name], value).map(({ key, edit }) =>
      propose(state, before, {
        agent: subagent,
        changes: (draft: Record<string, unknown>) => {
          edit(draft, name);
        },
        reason: `Result of the subagent "${subagent}".`,
        now,
        proposalId: `${subagent}:${callId}/${name}${key}`,
      }),
    );
  });
}

/** True for a field of the application that outlives a run of a subagent. */
const isSharedField = (declared: Field): boolean =>
  declared.holds === "json" && declared.lifetime !== "transient" && !isFrameworkField(declared);

/** Draft of a state, or a part of it. */
type Draft = Record<string, unknown>;

interface Change {
  /** Key of the changed entry, after a slash; empty for the whole field. */
  readonly key: string;
  readonly edit: (draft: Draft, name: string) => void;
}

/** Returns the changes between two values of a field, as edits of a draft. */
function changesIn(before: unknown, after: unknown): readonly Change[] {
  if (sameJson(before, after)) return [];
  if (isPlainRecord(before) && isPlainRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => !sameJson(before[key], after[key]))
      .map((key) => ({
        key: key.startsWith("/") ? key : `/${key}`,
        edit: (draft, name) => {
          const entries = draft[name];
          if (!isPlainRecord(entries)) return;
          if (Object.hasOwn(after, key)) Reflect.set(entries, key, after[key]);
          else Reflect.deleteProperty(entries, key);
        },
      }));
  }
  const added = Array.isArray(before) && Array.isArray(after) ? itemsAfter(before, after) : null;
  return [
    {
      key: "",
      edit: (draft, name) => {
        const list = draft[name];
        if (added !== null && Array.isArray(list)) list.push(...added);
        else draft[name] = after;
      },
    },
  ];
}

/** Items that were added at the end of a list; null if anything else has changed. */
function itemsAfter(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] | null {
  return sameJson(before, after.slice(0, before.length)) ? after.slice(before.length) : null;
}

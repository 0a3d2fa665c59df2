import type { Proposal, StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "../kernel/clock.ts";
import { commit, type CommitResult } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import { changeIdOf } from "../ownership/change-of-proposal.ts";
import { DecidedChanges } from "../ownership/decided-changes.ts";
import { unansweredProposals } from "../ownership/open-proposals.ts";
import type { PendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { frozenValues, type GraphThread, withLease } from "./leased-thread.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import { readPosition, unfinishedAt } from "./turn-position.graph.ts";
import { newestTuple, writeEdit } from "../savers/thread-saver.graph.ts";
import { recordedWrites, type UserWrites } from "../users/recorded-writes.ts";
import { readForEdit, storeUpdates, userThreadIn } from "./session-user.graph.ts";

/** Writer, policies and sources of an edit from outside a run. */
export interface Editing<State extends StateDeclaration> {
  readonly state: State;
  /** Owner that fields are written as. */
  readonly writer: string;
  readonly policies: CommitPolicies<State>;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Values = Readonly<Record<string, unknown>>;

/** An idle thread that is being edited. */
export interface EditedThread {
  readonly values: Values;
  /** Writes changed values and returns the state. `writes` are the updates from which they result. */
  readonly save: (changed: Values, writes: UserWrites) => Promise<Values>;
}

/** Reason why a thread cannot be edited. */
export type EditRefusal =
  | SessionRefusal
  | { readonly outcome: "interrupted"; readonly interrupts: readonly PendingInterrupt[] };

/** Edits an idle thread. An open interrupt prevents it, because its answer belongs to the state in which it was raised. */
export function editThread<Result>(
  thread: GraphThread,
  ids: Ids,
  edit: (edited: EditedThread) => Promise<Result>,
): Promise<Result | EditRefusal> {
  const { graph, threadId, clock } = thread;
  return withLease(thread, {}, async (leased): Promise<Result | EditRefusal> => {
    const { saver, config } = leased;
    const position = await readPosition(thread);
    const { tuple, interrupts, isAtEnd } = position;
    if (interrupts.length > 0) return { outcome: "interrupted", interrupts };
    // An edit is a separate checkpoint. The keys of effects and the stored answers belong to the checkpoint before it.
    if (tuple !== undefined && !isAtEnd && thread.isNewCopy !== true) return unfinishedAt(position);
    const stored = frozenValues(await graph.getState(config));
    const userThread = userThreadIn(thread);
    const read = await readForEdit(userThread, stored, clock.now());
    const values = { ...stored, ...read };
    const result = await edit({
      values,
      save: async (changed, writes) => {
        const recorded = recordedWrites(userThread, { ...values, ...changed }, { writes, ids });
        const all = { ...read, ...changed, ...recorded };
        if (Object.keys(all).length > 0) await writeEdit(saver, threadId, { values: all, clock });
        await storeUpdates(thread, saver, frozenValues(await graph.getState(config)));
        return frozenValues(await graph.getState(config));
      },
    });
    const shownId = (await newestTuple(thread.saver, threadId))?.checkpoint.id ?? null;
    return (await lossOf(thread, leased, { shownId, counts: "checkpoint" })) ?? result;
  });
}

/** Proposals and answers to commit on an idle thread. */
interface Settlement {
  readonly proposals: readonly Proposal[];
  readonly now: string;
  readonly answers?: Readonly<Record<string, boolean>>;
  /** Person who decides with the rights of the writer. Defaults to the writer. */
  readonly decidedBy?: string;
  /** Person who wrote the changes. */
  readonly by: string;
}

/** Commits proposals on an idle thread. */
export async function settle<State extends StateDeclaration>(
  { state, writer, policies }: Editing<State>,
  { values, save }: EditedThread,
  { decidedBy = writer, proposals, by, ...rest }: Settlement,
): Promise<{ readonly decisions: CommitResult<State>["decisions"]; readonly values: Values }> {
  const result = commit(state, values, proposals, { decidedBy, roles: [writer], policies, ...rest });
  const changed = Object.entries(result.values).filter(([name, value]) => value !== values[name]);
  const writes = { by, updates: result.updates, replaced: result.replaced };
  return { decisions: result.decisions, values: await save(Object.fromEntries(changed), writes) };
}

/** Returns the open proposals that the answers refer to, and the answer ids that are not open. */
export function answeredProposals(
  state: StateDeclaration,
  values: Values,
  answers: Readonly<Record<string, boolean>>,
): { readonly proposals: readonly Proposal[]; readonly notOpen: readonly string[] } {
  const { open } = unansweredProposals(values, new DecidedChanges(state, values));
  const openIds = new Set(open.flatMap(idsOf));
  return {
    proposals: open.filter((each) => idsOf(each).some((id) => Object.hasOwn(answers, id))),
    notOpen: Object.keys(answers).filter((id) => !openIds.has(id)),
  };
}

const idsOf = ({ proposalId, changes }: Proposal): readonly string[] =>
  Object.keys(changes).map((field) => changeIdOf(proposalId, field));

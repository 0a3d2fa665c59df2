import type { AcquireOptions } from "@tidemark/checkpoint/internal";
import type { Proposal, StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "../kernel/clock.ts";
import { asFork } from "../kernel/as-fork.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { mergeFork } from "../merges/merge-fork.graph.ts";
import type { MergeResult } from "../merges/merge-result.ts";
import { commit, type CommitResult } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import { changeIdOf } from "../ownership/change-of-proposal.ts";
import { DecidedChanges } from "../ownership/decided-changes.ts";
import { unansweredProposals } from "../ownership/open-proposals.ts";
import type { PendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal } from "../turns/turn-result.ts";
import { configOn, type GraphThread, withLease } from "./leased-thread.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import { frozenValues, readPosition, unfinishedAt } from "./thread-position.graph.ts";
import { idOf, type ThreadEdit, writeEdit } from "../savers/thread-saver.graph.ts";
import { recordedWrites, type UserWrites } from "../users/recorded-writes.ts";
import { readForEdit, storeUpdates, userThreadIn } from "./session-user.graph.ts";

/** Writer, policies and sources of an edit from outside a run. */
export interface Editing<State extends StateDeclaration> {
  readonly state: State;
  /** Owner that fields are written as. */
  readonly writer: string;
  readonly threadId: string;
  readonly policies: CommitPolicies<State>;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Values = Readonly<Record<string, unknown>>;

/** An idle thread that is being edited. */
export interface EditedThread {
  readonly values: Values;
  /** Id of the newest checkpoint; null for an empty thread. */
  readonly checkpointId: string | null;
  /** Writes changed values and returns the state. `writes` are the updates from which they result. */
  readonly save: (changed: Values, writes: UserWrites, marks?: ThreadEdit["marks"]) => Promise<Values>;
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
  options: AcquireOptions = {},
): Promise<Result | EditRefusal> {
  const { threadId, clock } = thread;
  return withLease(thread, options, async (leased): Promise<Result | EditRefusal> => {
    const { saver } = leased;
    const position = await readPosition(thread, saver);
    const { tuple, interrupts, isAtEnd } = position;
    let shown = position.snapshot;
    const read = async (): Promise<Values> => {
      ({ snapshot: shown } = await readPosition(thread));
      return frozenValues(shown);
    };
    if (interrupts.length > 0) return { outcome: "interrupted", interrupts };
    // An edit is a separate checkpoint. The keys of effects and the stored answers belong to the checkpoint before it.
    if (tuple !== undefined && !isAtEnd && thread.isNewCopy !== true) return unfinishedAt(position);
    const stored = frozenValues(shown);
    const userThread = userThreadIn(thread);
    const newest = await readForEdit(userThread, stored, clock.now());
    const values = { ...stored, ...newest };
    const result = await edit({
      values,
      checkpointId: tuple?.checkpoint.id ?? null,
      save: async (changed, writes, marks) => {
        const recorded = recordedWrites(userThread, { ...values, ...changed }, { writes, ids });
        const all = { ...newest, ...changed, ...recorded };
        if (Object.keys(all).length > 0) await writeEdit(saver, threadId, { values: all, clock, marks });
        const written = await read();
        return (await storeUpdates(thread, saver, written)) ? read() : written;
      },
    });
    return (await lossOf(thread, leased, { shownId: idOf(shown), counts: "checkpoint" })) ?? result;
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

/** The refusal of a person who may not decide a change. Nothing was written. */
type NotAllowed = Extract<SessionRefusal, { readonly outcome: "notAllowed" }>;

/** Commits proposals on an idle thread. */
export async function settle<State extends StateDeclaration>(
  { state, writer, threadId, policies }: Editing<State>,
  { values, save }: EditedThread,
  { decidedBy = writer, proposals, by, ...rest }: Settlement,
): Promise<NotAllowed | { readonly decisions: CommitResult<State>["decisions"]; readonly values: Values }> {
  const result = commit(state, values, proposals, { decidedBy, roles: [writer], policies, threadId, ...rest });
  for (const each of result.decisions) {
    if (each.outcome !== "asked" || each.notAllowed === undefined) continue;
    const { answerId, notAllowed: reason } = each;
    return { outcome: "notAllowed", interruptId: answerId, requestId: answerId, reason };
  }
  const changed = Object.entries(result.values).filter(([name, value]) => value !== values[name]);
  const writes = { by, updates: result.updates, replaced: result.replaced };
  return { decisions: result.decisions, values: await save(Object.fromEntries(changed), writes) };
}

/** A fork to merge into a thread, and how. */
export interface MergedFork {
  readonly threadId: string;
  readonly summary?: string | undefined;
  readonly options: AcquireOptions;
}

/** Merges another thread into an idle thread, in one write. */
export async function mergeThread<State extends StateDeclaration>(
  thread: GraphThread,
  { state, writer, policies, ids }: Editing<State>,
  { threadId, summary, options }: MergedFork,
): Promise<MergeResult<Values>> {
  const { graph, saver, clock, userId } = thread;
  const forked: GraphThread = { ...thread, threadId };
  return editThread(
    thread,
    ids,
    async ({ values, checkpointId, save }): Promise<MergeResult<Values>> => {
      const position = await readPosition(forked);
      const { tuple, interrupts, isAtEnd } = position;
      if (tuple === undefined) throw stateManagerErrors.noSuchCheckpoint({ threadId, checkpointId: null });
      if (!isAtEnd || interrupts.length > 0)
        return { ...unfinishedAt(position), outcome: "forkUnfinished", threadId, interrupts };
      const { changed, marks, result } = await mergeFork({
        graph,
        saver,
        state,
        writer,
        policies,
        userId,
        mergesOwnForks: thread.mergesOwnForks === true,
        summary,
        configOf: (id) => configOn({ ...thread, threadId: id }, saver),
        now: clock.now(),
        thread: { threadId: thread.threadId, checkpointId: checkpointId ?? "", values },
        fork: { threadId, checkpointId: tuple.checkpoint.id, values: frozenValues(position.snapshot) },
      });
      const isNew = Object.keys(changed).length > 0;
      const merged = isNew ? await save(changed, { by: asFork(threadId), updates: [] }, marks) : values;
      return { ...result, state: merged };
    },
    options,
  );
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

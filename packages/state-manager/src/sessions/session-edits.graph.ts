import type { Proposal, StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "../kernel/clock.ts";
import { commit, type CommitResult } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import { unansweredProposals } from "../ownership/open-proposals.ts";
import type { PendingInterrupt, SessionRefusal } from "../turns/turn-result.ts";
import { frozenValues, type GraphThread, holdThread, interruptsOf } from "./leased-thread.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import { keepFinished } from "./session-turns.graph.ts";
import { newestTuple, pendingWrites, writeEdit } from "../savers/thread-saver.graph.ts";

/** Who writes from outside a run, by which rules. */
export interface Editing<State extends StateDeclaration> {
  readonly state: State;
  /** The agent in whose name fields are written. */
  readonly writer: string;
  readonly policies: CommitPolicies<State>;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Values = Readonly<Record<string, unknown>>;

/** A thread at rest that is being edited. */
export interface EditedThread {
  readonly values: Values;
  readonly save: (changed: Values) => Promise<Values>;
}

/** What keeps a thread from being edited. */
export type EditRefusal =
  | SessionRefusal
  | { readonly outcome: "interrupted"; readonly interrupts: readonly PendingInterrupt[] };

/** Edits a thread at rest: not while a question waits, whose answer belongs to the state it was asked in. */
export function editThread<Result>(
  thread: GraphThread,
  clock: Clock,
  edit: (edited: EditedThread) => Promise<Result>,
): Promise<Result | EditRefusal> {
  const { graph, threadId } = thread;
  return holdThread(thread, {}, async (held): Promise<Result | EditRefusal> => {
    const { saver, config } = held;
    const interrupts = await interruptsOf(thread);
    if (interrupts.length > 0) return { outcome: "interrupted", interrupts };
    const tuple = await newestTuple(saver, threadId);
    await keepFinished(thread, { config, begun: tuple !== undefined && pendingWrites(tuple).length > 0 });
    const values = frozenValues(await graph.getState(config));
    const result = await edit({
      values,
      save: async (changed) => {
        if (Object.keys(changed).length > 0) await writeEdit(saver, threadId, { values: changed, clock });
        return frozenValues(await graph.getState(config));
      },
    });
    const shownId = (await newestTuple(thread.saver, threadId))?.checkpoint.id ?? null;
    return (await lossOf(thread, held, { shownId, counts: "checkpoint" })) ?? result;
  });
}

/** What is committed at rest. */
interface Settlement {
  readonly proposals: readonly Proposal[];
  readonly now: string;
  readonly answers?: Readonly<Record<string, boolean>>;
  /** A person who decides with the trust of the writer; the writer itself when not said. */
  readonly decidedBy?: string;
}

/** Commits proposals at rest. */
export async function settle<State extends StateDeclaration>(
  { state, writer, policies }: Editing<State>,
  { values, save }: EditedThread,
  { decidedBy = writer, proposals, ...rest }: Settlement,
): Promise<{ readonly decisions: CommitResult<State>["decisions"]; readonly values: Values }> {
  const result = commit(state, values, proposals, { decidedBy, roles: [writer], policies, ...rest });
  const changed = Object.entries(result.values).filter(([name, value]) => value !== values[name]);
  return { decisions: result.decisions, values: await save(Object.fromEntries(changed)) };
}

/** The open proposals that these answers name, or the answers that name none. */
export function namedByAnswers(
  values: Values,
  answers: Readonly<Record<string, boolean>>,
): { readonly proposals: readonly Proposal[]; readonly notOpen: readonly string[] } {
  const { open } = unansweredProposals(values);
  const openIds = new Set(open.flatMap(idsOf));
  return {
    proposals: open.filter((each) => idsOf(each).some((id) => Object.hasOwn(answers, id))),
    notOpen: Object.keys(answers).filter((id) => !openIds.has(id)),
  };
}

const idsOf = ({ proposalId, changes }: Proposal): readonly string[] =>
  Object.keys(changes).map((field) => `${proposalId}/${field}`);

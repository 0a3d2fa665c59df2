import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import {
  applyUpdate,
  checkUpdate,
  coreStateErrors,
  initialState,
  type StateDeclaration,
  type UpdateOf,
  type ValueOf,
} from "@tidemark/core-state";
import { checkValues, freezeDeep, type UpdateIssue } from "@tidemark/core-state/internal";
import { type DeepPartial } from "@tidemark/reducers/internal";
import { frozenCopy, mergeDeep } from "@tidemark/reducers";
import { requireThreadId } from "../kernel/arguments.ts";
import { type Clock, type Ids, randomIds, systemClock } from "../kernel/clock.ts";
import { editState } from "../ownership/edit-state.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { memoryLocks, type Lease } from "@tidemark/checkpoint/internal";
import { defaultLocks } from "../savers/default-locks.graph.ts";
import { TurnSaver } from "../sessions/turn-saver.graph.ts";
import { release } from "../sessions/leased-thread.graph.ts";
import { type ProposedStateDiff, proposedStateDiff } from "./proposed-state-diff.ts";
import { addTask, type NewTask } from "../tasks/task-ledger.ts";
import { withoutUndefined } from "../kernel/without-undefined.ts";
import { newestTuple, writeEdit } from "../savers/thread-saver.graph.ts";

/** Options of `openStateStore`. */
export interface StateStoreOptions<State extends StateDeclaration> {
  /** Declaration of the state. */
  readonly state: State;
  /** Id of the session. Its state is stored in the thread `state_<sessionId>`. */
  readonly sessionId: string;
  /** Storage for checkpoints. With null nothing can be saved. */
  readonly checkpointer: BaseCheckpointSaver | null;
  /** Owner that writes. Only updates of the root are saved. Defaults to `root`. */
  readonly agent?: string;
  /** Additional owners whose fields it may write. */
  readonly roles?: readonly string[];
  /** Start values of a new session that differ from the defaults of the fields. */
  readonly template?: Partial<ValueOf<State>>;
  readonly locks?: ThreadLocks;
  /** Clock of the store. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Source of ids. Defaults to random ids. */
  readonly ids?: Ids;
}

/** Result of saving an update. An update that was not saved changed nothing. */
export type SaveResult =
  | { readonly saved: true }
  | { readonly saved: false; readonly reason: "refused"; readonly issues: readonly UpdateIssue[] }
  | { readonly saved: false; readonly reason: "duplicate"; readonly taskId: string }
  /**
   * `fenced`: the lease was lost, and the update may be missing from the state. `superseded`: the update was stored, but the saver
   * returns another checkpoint as the newest one, because a clock was set back or another program wrote without the store.
   */
  | { readonly saved: false; readonly reason: "noStore" | "busy" | "aborted" | "fenced" | "superseded" }
  | { readonly saved: false; readonly reason: "saveFailed"; readonly error: unknown };

/** State of one session that every agent can read and only the root can write. */
export interface StateStore<State extends StateDeclaration> {
  /** Id of the thread that contains the state. */
  readonly threadId: string;
  /** Returns the current state, frozen. */
  getState(): Promise<ValueOf<State>>;
  /** Applies an update to the state and saves it. */
  updateState(update: UpdateOf<State>): Promise<SaveResult>;
  /** Merges into one branch at every depth. Lists, scalars and null replace the old value. */
  updateBranch<Name extends keyof State["fields"] & string>(
    field: Name,
    update: DeepPartial<ValueOf<State>[Name]>,
  ): Promise<SaveResult>;
  /** Adds a task to the ledger, unless its id is already in use. */
  addTask(task: NewTask): Promise<SaveResult>;
  /** Previews an update without saving it. */
  getProposedStateDiff(update: UpdateOf<State>): Promise<ProposedStateDiff<State>>;
}

/**
 * Opens the state of a session on any checkpointer, without a graph. Every agent can read it; only the root can save.
 *
 * Each session has a separate thread and survives the process. An update that is refused or cannot be stored changes nothing, and
 * the result contains the reason. An invalid template throws `core-state/invalidUpdate`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { AgentState } from "tidemark";
 * import { openStateStore } from "tidemark/seeds";
 *
 * const checkpointer = new MemorySaver();
 * const root = openStateStore({ state: AgentState, sessionId: "ann", checkpointer });
 * const planner = openStateStore({ state: AgentState, sessionId: "ann", checkpointer, agent: "planner" });
 *
 * console.log(await root.updateState({ task_current_task: "Fly to Lisbon" })); // { saved: true }
 * const refused = await planner.updateState({ task_current_task: "Sail" });
 * console.log(refused.saved, (await planner.getState()).task_current_task); // false Fly to Lisbon
 * ```
 */
export function openStateStore<State extends StateDeclaration>(options: StateStoreOptions<State>): StateStore<State> {
  const { state, sessionId, checkpointer, agent = "root", roles = [], template = {} } = options;
  const {
    locks = checkpointer === null ? memoryLocks() : defaultLocks(checkpointer),
    clock = systemClock,
    ids = randomIds,
  } = options;
  const threadId = `state_${sessionId}`;
  requireThreadId(threadId);
  const first = firstValues(state, template);

  async function read(saver: BaseCheckpointSaver | null): Promise<ValueOf<State>> {
    const tuple = saver === null ? undefined : await newestTuple(saver, threadId);
    const stored = Object.entries(withoutUndefined(tuple?.checkpoint.channel_values ?? {})).filter(([name]) =>
      Object.hasOwn(state.fields, name),
    );
    return freezeDeep({ ...first, ...Object.fromEntries(stored) });
  }
  const getState = () => read(checkpointer);

  type MakeUpdate = (values: ValueOf<State>) => UpdateOf<State> | SaveResult;

  async function saveUnder(lease: Lease, makeUpdate: MakeUpdate): Promise<SaveResult> {
    const saver = checkpointer === null ? null : new TurnSaver(checkpointer, lease, { locks });
    const values = await read(saver);
    const update = makeUpdate(values);
    if (isResult(update)) return update;
    const check = checkUpdate(state, update, { agent, roles });
    if (!check.ok) return { saved: false, reason: "refused", issues: check.issues };
    if (applyUpdate(state, values, check.update) === values) return { saved: true };
    if (saver === null || checkpointer === null) return { saved: false, reason: "noStore" };
    const edit = { author: agent, reason: "", writer: agent, roles, now: clock.now() };
    const { changed } = editState(state, values, check.update, edit);
    const isNew = saver.newestId === null;
    await writeEdit(saver, threadId, { values: isNew ? { ...first, ...changed } : changed, clock });
    const shown = await newestTuple(checkpointer, threadId);
    if (!(await lease.holds())) return { saved: false, reason: "fenced" };
    return shown?.checkpoint.id === saver.newestId ? { saved: true } : { saved: false, reason: "superseded" };
  }

  async function save(makeUpdate: MakeUpdate): Promise<SaveResult> {
    try {
      const acquisition = await locks.acquire(threadId);
      if (acquisition.outcome !== "acquired") return { saved: false, reason: acquisition.outcome };
      try {
        return await saveUnder(acquisition.lease, makeUpdate);
      } finally {
        await release(acquisition.lease);
      }
    } catch (error) {
      if (stateManagerErrors.fenced.is(error)) return { saved: false, reason: "fenced" };
      if (stateManagerErrors.superseded.is(error)) return { saved: false, reason: "superseded" };
      return { saved: false, reason: "saveFailed", error };
    }
  }

  return {
    threadId,
    getState,
    updateState: (update) => save(() => update),
    updateBranch: (field, update) =>
      save((values) => {
        const branch: unknown = Reflect.get(values, field);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a branch of the state with some members replaced
        return { [field]: mergeDeep(branch as object, update as object) } as UpdateOf<State>;
      }),
    addTask: (task) =>
      save((values) => {
        const added = addTask(values, task, { now: clock.now(), ids });
        if (added.added) return added.update;
        return added.reason === "duplicate"
          ? { saved: false, reason: "duplicate", taskId: added.taskId }
          : { saved: false, reason: "refused", issues: [invalidTask(added.at, added.message)] };
      }),
    getProposedStateDiff: async (update) => proposedStateDiff(state, await getState(), update),
  };
}

const invalidTask = (at: string, message: string): UpdateIssue => ({
  code: "invalidValue",
  field: "task_ledger",
  at,
  message,
});

const isResult = (value: object): value is SaveResult => Object.hasOwn(value, "saved");

function firstValues<State extends StateDeclaration>(state: State, template: object): ValueOf<State> {
  const check = checkValues(state, frozenCopy(template, { optionalLevels: 1 }));
  if (!check.ok) throw coreStateErrors.invalidUpdate({ node: null, issues: check.issues });
  return freezeDeep({ ...initialState(state), ...check.values });
}

import { applyUpdate, type StateDeclaration, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { freezeDeep, parseUpdate } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { pointerOf } from "../ownership/apply-patch.ts";

/** One difference between two states, with the old and the new value. */
export interface StateChange {
  readonly op: "add" | "replace" | "remove";
  readonly field: string;
  /** A JSON Pointer into the field; empty for its whole value. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Preview of an update. */
export interface ProposedStateDiff<State extends StateDeclaration> {
  readonly proposedUpdates: UpdateOf<State>;
  readonly currentState: ValueOf<State>;
  readonly proposedState: ValueOf<State>;
  readonly changes: readonly StateChange[];
}

/**
 * Previews an update without changing anything: the current state, the proposed state, and every difference.
 *
 * Fields with a reducer are reduced. Records are compared by key and lists by position, at every depth. A value whose kind changes
 * is one difference. An invalid update throws `core-state/invalidUpdate`.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { proposedStateDiff } from "tidemark/seeds";
 *
 * const { changes } = proposedStateDiff(AgentState, initialState(AgentState), { task_current_task: "Fly to Lisbon" });
 * for (const { op, field, before, after } of changes) console.log(op, field, before, after);
 * // replace task_current_task null Fly to Lisbon
 * ```
 */
export function proposedStateDiff<State extends StateDeclaration>(
  state: State,
  values: ValueOf<State>,
  updates: UpdateOf<State>,
): ProposedStateDiff<State> {
  const proposedUpdates = parseUpdate(state, updates);
  const proposedState = applyUpdate(state, values, proposedUpdates);
  const changes = Object.keys(proposedUpdates).flatMap((field) =>
    listChanges(field, Reflect.get(values, field), Reflect.get(proposedState, field)),
  );
  return freezeDeep({ proposedUpdates, currentState: values, proposedState, changes });
}

/** Lists all differences between two values of a field. */
export function listChanges(field: string, before: unknown, after: unknown): readonly StateChange[] {
  const changes: StateChange[] = [];
  const compare = (one: unknown, other: unknown, keys: readonly (string | number)[]): void => {
    if (one === other || sameJson(one, other)) return;
    const path = pointerOf(keys);
    if (one === undefined) changes.push({ op: "add", field, path, after: other });
    else if (other === undefined) changes.push({ op: "remove", field, path, before: one });
    else if (Array.isArray(one) && Array.isArray(other)) {
      const length = Math.max(one.length, other.length);
      for (let index = 0; index < length; index += 1) compare(one[index], other[index], [...keys, index]);
    } else if (isPlainRecord(one) && isPlainRecord(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        compare(ownMember(one, key), ownMember(other, key), [...keys, key]);
      }
    } else changes.push({ op: "replace", field, path, before: one, after: other });
  };
  compare(before, after, []);
  return changes;
}

const ownMember = (record: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

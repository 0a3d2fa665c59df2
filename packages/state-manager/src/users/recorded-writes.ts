import type { StateDeclaration } from "@tidemark/core-state";
import { noUserUpdates, reduceUserUpdates, USER_UPDATES } from "@tidemark/core-state/internal";
import type { Ids } from "../kernel/clock.ts";
import type { Values } from "../kernel/values.ts";
import { userUpdatesOf } from "./stored-values.ts";
import { userState } from "./user-fields.ts";

/** Writes of an edit from outside a run. */
export interface UserWrites {
  /** Author of the edit. */
  readonly by: string;
  /** Updates in order. */
  readonly updates: readonly Values[];
  /** New values of fields with a reducer. */
  readonly replaced?: Values;
}

/** Returns the recorded updates of a thread with the user fields of an edit, or nothing if it has none. */
export function recordedWrites(
  { state, user }: { readonly state: StateDeclaration; readonly user: string | null },
  values: Values,
  { writes, ids }: { readonly writes: UserWrites; readonly ids: Ids },
): Values {
  if (user === null) return {};
  const { fields } = userState(state);
  const { by, updates, replaced = {} } = writes;
  const turnId = values["runtime_turn_id"];
  const before = { ...(userUpdatesOf(values) ?? noUserUpdates()), user };
  let recorded = before;
  const add = (field: string, form: "update" | "value", value: unknown): void => {
    const about = { field, form, value, by, user, schemaVersion: state.version };
    const key = `edit:${ids.next()}/${field}`;
    const written = { ...about, key, turnId: typeof turnId === "string" ? turnId : null };
    recorded = { ...reduceUserUpdates(recorded, { add: written }), user };
  };
  for (const update of updates) {
    for (const [name, value] of Object.entries(update)) {
      if (!Object.hasOwn(fields, name) || value === undefined) continue;
      add(name, fields[name]?.reducer === undefined ? "value" : "update", value);
    }
  }
  for (const [name, value] of Object.entries(replaced)) if (Object.hasOwn(fields, name)) add(name, "value", value);
  return recorded === before ? {} : { [USER_UPDATES]: recorded };
}

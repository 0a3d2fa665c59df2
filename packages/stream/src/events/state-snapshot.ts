import type { PlainRecord } from "@tidemark/reducers/internal";
import { eventsOfOpenPlan, type EventsOfStateOptions } from "./events-of-state.ts";
import type { RunEvent } from "./run-events.ts";
import type { Visibility } from "./visibility.ts";

type Snapshot = Pick<Extract<RunEvent, { readonly type: "state_snapshot" }>, "plan" | "type" | "values">;

/** Snapshot of the visible values, with the events of an unfinished plan. */
export function stateSnapshot(values: PlainRecord, visible: Visibility, reading: EventsOfStateOptions): Snapshot {
  const plan = eventsOfOpenPlan(values, reading).flatMap((event) => visible.event(event) ?? []);
  return {
    type: "state_snapshot",
    values: visible.values(values),
    ...(plan.length > 0 && { plan }),
  };
}

export {
  eventIdOf,
  type EventStamper,
  eventStamper,
  type EventStamperOptions,
  type Unstamped,
  type UnstampedAgentEvent,
} from "./kernel/event-stamper.ts";
export { subjectOf } from "./kernel/event-subject.ts";
export { hiddenFields } from "./kernel/hidden-fields.ts";
export { isOfTurn } from "./handoffs/handoff.ts";
export { planEvents } from "./plans/events.ts";

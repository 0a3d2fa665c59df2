import type { PlainRecord } from "@tidemark/reducers/internal";
import { followedState } from "../events/followed-state.ts";
import type { RunEvent } from "../events/run-events.ts";
import { transcript } from "../events/transcript.ts";
import { protocolMessage } from "./protocol-message.ts";

/** Size of the whole states that a run sends at once, in bytes of JSON. Later ones are sent when as much has changed. */
const EAGER_BYTES = 8192;

/** Values and messages of a thread, according to the events of a run so far. */
export interface RunView {
  /** Applies an event. Returns the whole state with its messages, if it should be sent before what the event itself gives. */
  before(event: RunEvent): PlainRecord | null;
  /** The whole state with its messages, if it has changed since it was sent. */
  rest(): PlainRecord | null;
}

/** Creates the view of a run for clients that read whole states and no patches. */
export function runView(): RunView {
  const said = transcript();
  const state = followedState(EAGER_BYTES);
  let isStale = false;

  function whole(): PlainRecord {
    isStale = false;
    return state.sent({ ...state.values, messages: said.messages.map(protocolMessage) });
  }

  function apply(event: RunEvent): void {
    if (event.type === "state_snapshot") state.snapshot(event.values);
    else if (event.type === "state_delta") state.change(event.patch);
    else said.apply(event);
    isStale ||= CHANGES_MESSAGES.has(event.type);
  }

  const due = (): PlainRecord | null => (state.isDue ? whole() : null);

  return {
    before(event) {
      // The messages come after the state, and both are sent together.
      if (event.type === "messages_snapshot") {
        apply(event);
        return due();
      }
      const first = due();
      apply(event);
      return first;
    },
    rest: () => (state.isChanged || (isStale && state.values !== null) ? whole() : null),
  };
}

const CHANGES_MESSAGES: ReadonlySet<RunEvent["type"]> = new Set([
  "messages_snapshot",
  "text_delta",
  "tool_call_started",
  "tool_result",
]);

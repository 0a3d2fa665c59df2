import type { MessageView } from "../../src/api.ts";

/** The AG-UI events that the page shows. */
export type TurnEvent =
  | { readonly type: "RUN_STARTED" | "RUN_FINISHED" }
  | { readonly type: "RUN_ERROR"; readonly message: string; readonly code?: string }
  | { readonly type: "STEP_STARTED" | "STEP_FINISHED"; readonly stepName: string }
  | {
      readonly type: "TEXT_MESSAGE_START";
      readonly messageId: string;
      readonly role: string;
    }
  | { readonly type: "TEXT_MESSAGE_CONTENT"; readonly messageId: string; readonly delta: string }
  | { readonly type: "MESSAGES_SNAPSHOT"; readonly messages: readonly SentMessage[] }
  | { readonly type: "CUSTOM"; readonly name: string; readonly value?: unknown };

/** A message as AG-UI sends it. */
interface SentMessage {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
}

/** A node that ran in the current run, in starting order. */
export interface WorkedStep {
  readonly name: string;
  readonly state: "working" | "done";
}

/** The parts of a conversation that change while a turn runs. */
export interface LiveTurn {
  /** Messages with a text, and messages whose text is about to come. */
  readonly messages: readonly MessageView[];
  readonly steps: readonly WorkedStep[];
  /** Latest status message of an agent that is working. */
  readonly status: string | null;
}

/** Applies an event of a running turn. */
export function afterEvent(live: LiveTurn, event: TurnEvent): LiveTurn {
  switch (event.type) {
    case "STEP_STARTED":
      return { ...live, steps: [...live.steps, { name: event.stepName, state: "working" }] };
    case "STEP_FINISHED":
      return {
        ...live,
        steps: live.steps.map((step) => (step.name === event.stepName ? { ...step, state: "done" } : step)),
      };
    case "TEXT_MESSAGE_START": {
      const { messageId: id, role } = event;
      if (role !== "user" && role !== "assistant") return live;
      const others = live.messages.filter((message) => message.id !== id);
      return { ...live, messages: [...others, { id, speaker: role, text: "" }] };
    }
    case "TEXT_MESSAGE_CONTENT":
      return {
        ...live,
        messages: live.messages.map((message) =>
          message.id === event.messageId ? { ...message, text: message.text + event.delta } : message,
        ),
      };
    case "MESSAGES_SNAPSHOT":
      return { ...live, messages: event.messages.flatMap(messageOf) };
    case "CUSTOM":
      return { ...live, status: statusOf(event) ?? live.status };
    case "RUN_STARTED":
    case "RUN_FINISHED":
    case "RUN_ERROR":
    default:
      return live;
  }
}

function messageOf({ id, role, content }: SentMessage): readonly MessageView[] {
  if ((role !== "user" && role !== "assistant") || typeof content !== "string" || content === "") return [];
  return [{ id, speaker: role, text: content }];
}

/** The message of a status event, if it has one. */
function statusOf({ name, value }: { readonly name: string; readonly value?: unknown }): string | null {
  const message: unknown = Reflect.get(Object(value), "message");
  return name === "status" && typeof message === "string" ? message : null;
}

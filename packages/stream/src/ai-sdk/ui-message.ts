/** Part of a message of the AI SDK. */
export type UiPart =
  | { readonly type: "step-start" }
  | { readonly type: "text"; readonly text: string; readonly state?: "streaming" | "done" }
  | { readonly type: "reasoning"; readonly text: string; readonly state?: "streaming" | "done" }
  | { readonly type: "source-url"; readonly sourceId: string; readonly url: string; readonly title?: string }
  | { readonly type: "file"; readonly mediaType: string; readonly url: string; readonly filename?: string }
  | UiToolPart
  | UiSteeringMessage
  | { readonly type: `data-${string}`; readonly id?: string; readonly data: unknown };

/** Message of the user that an agent has read while it worked: a part of the answer, where it was read. */
export interface UiSteeringMessage {
  readonly type: "steering-message";
  readonly id: string;
  readonly parts: { readonly type: "text"; readonly text: string }[];
}

/** Call of a tool, or a request for approval, as a part of a message. */
export type UiToolPart = {
  readonly type: "dynamic-tool";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly title?: string;
  readonly input: unknown;
} & (
  | { readonly state: "input-available" }
  | {
      readonly state: "output-available";
      readonly output: unknown;
      readonly approval?: UiApproval & { readonly approved: true };
    }
  | { readonly state: "output-denied"; readonly approval: UiApproval & { readonly approved: false } }
  | { readonly state: "output-error"; readonly errorText: string }
  | { readonly state: "approval-requested"; readonly approval: UiApproval }
);

/** Request for approval of a tool part. */
export interface UiApproval {
  readonly id: string;
  readonly requestReason?: string;
  readonly signature?: string;
}

/** Message of the AI SDK: assignable to its `UIMessage`. */
export interface UiMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: UiPart[];
}

/** Chunk of the AI SDK's UI message stream: assignable to its `UIMessageChunk`. */
export type UiChunk =
  | { readonly type: "start"; readonly messageId: string; readonly messageMetadata: { readonly runId: string } }
  | { readonly type: "start-step" }
  | { readonly type: "finish-step" }
  | UiSteeringMessage
  | { readonly type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; readonly id: string }
  | { readonly type: "text-delta" | "reasoning-delta"; readonly id: string; readonly delta: string }
  | { readonly type: "source-url"; readonly sourceId: string; readonly url: string; readonly title?: string }
  | { readonly type: "file"; readonly mediaType: string; readonly url: string }
  | {
      readonly type: "tool-input-start";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly dynamic: true;
    }
  | { readonly type: "tool-input-delta"; readonly toolCallId: string; readonly inputTextDelta: string }
  | {
      readonly type: "tool-input-available";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly title?: string;
      readonly input: unknown;
      readonly dynamic: true;
    }
  | { readonly type: "tool-output-available"; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: "tool-output-error"; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: "tool-output-denied"; readonly toolCallId: string }
  | {
      readonly type: "tool-approval-request";
      readonly approvalId: string;
      readonly toolCallId: string;
      readonly reason?: string;
      readonly signature?: string;
    }
  | {
      readonly type: "tool-approval-response";
      readonly approvalId: string;
      readonly approved: boolean;
    }
  | { readonly type: `data-${string}`; readonly id?: string; readonly data: unknown; readonly transient?: boolean }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "abort"; readonly reason: string }
  | { readonly type: "finish"; readonly finishReason: "stop" | "tool-calls" };

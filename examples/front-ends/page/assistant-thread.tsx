import {
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  type ReasoningMessagePartComponent,
  type TextMessagePartComponent,
  type ToolCallMessagePartComponent,
  useAuiState,
} from "@assistant-ui/react";
import type { ReactNode } from "react";
import { type DeskState, State } from "./composer.tsx";

interface ThreadProps {
  readonly state: DeskState;
  readonly error?: string | undefined;
  readonly stop: () => unknown;
  readonly ToolPart: ToolCallMessagePartComponent;
  /** Open questions. */
  readonly children: ReactNode;
}

/** Thread of assistant-ui's primitives, which both of its pages show. */
export function Thread({ state, error, stop, ToolPart, children }: ThreadProps) {
  const isRunning = useAuiState(({ thread }) => thread.isRunning);
  return (
    <ThreadPrimitive.Root>
      <State state={state} />
      <ThreadPrimitive.Messages>{() => <Message ToolPart={ToolPart} />}</ThreadPrimitive.Messages>
      {children}
      <p role="status">{isRunning ? "streaming" : "ready"}</p>
      {error !== undefined && <p role="alert">{error}</p>}
      <ComposerPrimitive.Root>
        <ComposerPrimitive.Input aria-label="Message" />
        <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        <button type="button" disabled={!isRunning} onClick={() => void stop()}>
          Stop
        </button>
      </ComposerPrimitive.Root>
    </ThreadPrimitive.Root>
  );
}

function Message({ ToolPart }: Pick<ThreadProps, "ToolPart">) {
  const role = useAuiState(({ message }) => message.role);
  return (
    <MessagePrimitive.Root data-role={role} render={<article />}>
      <MessagePrimitive.Parts components={{ Text, Reasoning, tools: { Fallback: ToolPart } }} />
    </MessagePrimitive.Root>
  );
}

const Text: TextMessagePartComponent = ({ text }) => <p>{text}</p>;

const Reasoning: ReasoningMessagePartComponent = ({ text }) => <p className="reasoning">{text}</p>;

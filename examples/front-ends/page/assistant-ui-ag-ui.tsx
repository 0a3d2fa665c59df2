import { AssistantRuntimeProvider, type ToolCallMessagePartProps } from "@assistant-ui/react";
import {
  useAgUiInterrupts,
  useAgUiRuntime,
  useAgUiState,
  useAgUiSubmitInterruptResponses,
} from "@assistant-ui/react-ag-ui";
import { HttpAgent } from "ag-ui-client-0-0-59";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { Thread } from "./assistant-thread.tsx";
import { type DeskState, ToolCall } from "./composer.tsx";
import { Question } from "./question.tsx";

const threadId = new URLSearchParams(location.search).get("thread") ?? "ann";

const stopTurn = () =>
  fetch(`/api/threads/${threadId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });

function Runtime({ children }: { readonly children: (error: string | undefined) => ReactNode }) {
  const agent = useMemo(() => new HttpAgent({ url: "/api/ag-ui", threadId }), []);
  const [error, setError] = useState<string>();
  const runtime = useAgUiRuntime({ agent, onError: ({ message }) => setError(message) });
  useEffect(() => {
    // Follows a running turn, or reads the stored thread; when another tab begins a turn as well.
    const changes = new EventSource(`/api/chat/${threadId}/changes`);
    changes.addEventListener("message", () => {
      const { isRunning, messages } = runtime.thread.getState();
      if (!isRunning) runtime.thread.startRun({ parentId: messages.at(-1)?.id ?? null });
    });
    return () => changes.close();
  }, [runtime]);
  return <AssistantRuntimeProvider runtime={runtime}>{children(error)}</AssistantRuntimeProvider>;
}

function Chat({ error }: { readonly error: string | undefined }) {
  const state = useAgUiState<DeskState>() ?? {};
  const interrupts = useAgUiInterrupts();
  const respond = useAgUiSubmitInterruptResponses();
  return (
    <Thread state={state} error={error} stop={stopTurn} ToolPart={ToolPart}>
      {interrupts.map(({ id, metadata }) => (
        <Question
          key={id}
          value={metadata?.["value"]}
          answer={(payload) => respond([{ interruptId: id, status: "resolved", payload }])}
        />
      ))}
    </Thread>
  );
}

const ToolPart = ({ toolName, args, result }: ToolCallMessagePartProps) => (
  <ToolCall name={toolName} input={args} output={result} />
);

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Runtime>{(error) => <Chat error={error} />}</Runtime>);

import { AssistantRuntimeProvider, type ToolCallMessagePartProps } from "@assistant-ui/react";
import {
  useAgUiInterrupts,
  useAgUiRuntime,
  useAgUiState,
  useAgUiSubmitInterruptResponses,
} from "@assistant-ui/react-ag-ui";
import { HttpAgent } from "ag-ui-client-0-0-59";
import { type ReactNode, useEffect, useMemo, useReducer, useState } from "react";
import { createRoot } from "react-dom/client";
import { Thread } from "./assistant-thread.tsx";
import { type DeskState, ToolCall } from "./composer.tsx";
import { followOtherTurns } from "./other-turns.ts";
import { Question, valueIn } from "./question.tsx";

const threadId = new URLSearchParams(location.search).get("thread") ?? "ann";

const stopTurn = () =>
  fetch(`/api/threads/${threadId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });

class DeskAgent extends HttpAgent {
  /** Id of the last run. */
  runId: string | null = null;

  override run(input: Parameters<HttpAgent["run"]>[0]) {
    this.runId = input.runId;
    return super.run(input);
  }
}

interface RuntimeProps {
  /** Begins again with the stored thread. */
  readonly reload: () => void;
  readonly children: (error: string | undefined) => ReactNode;
}

function Runtime({ reload, children }: RuntimeProps) {
  const agent = useMemo(() => new DeskAgent({ url: "/api/ag-ui", threadId }), []);
  const [error, setError] = useState<string>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are not made for exactOptionalPropertyTypes
  const given = agent as object as Parameters<typeof useAgUiRuntime>[0]["agent"];
  const runtime = useAgUiRuntime({ agent: given, onError: ({ message }) => setError(message) });
  useEffect(
    () =>
      followOtherTurns(threadId, {
        ownRun: () => agent.runId,
        isRunning: () => runtime.thread.getState().isRunning,
        onIdle: (listener) => runtime.thread.subscribe(() => void setTimeout(listener)),
        follow: () => {
          // The runtime starts nothing while a question is open, which may have been answered in another tab.
          if (runtime.thread.getState().messages.length > 0) reload();
          else runtime.thread.startRun({ parentId: null });
        },
      }),
    [agent, runtime, reload],
  );
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
          value={valueIn(metadata)}
          answer={(payload) => respond([{ interruptId: id, status: "resolved", payload }])}
        />
      ))}
    </Thread>
  );
}

const ToolPart = ({ toolName, args, result }: ToolCallMessagePartProps<object>) => (
  <ToolCall name={toolName} input={args} output={result} />
);

function Page() {
  const [version, reload] = useReducer((count: number) => count + 1, 0);
  return (
    <Runtime key={version} reload={reload}>
      {(error) => <Chat error={error} />}
    </Runtime>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Page />);

import {
  CopilotKitProvider,
  HttpAgent,
  type RunAgentInput,
  useAgent,
  useCopilotKit,
  useInterrupt,
} from "@copilotkit/react-core/v2";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Composer, type DeskState, State, ToolCall } from "./composer.tsx";
import { followOtherTurns } from "./other-turns.ts";
import { Plan } from "./plan.tsx";
import { Question, valueIn } from "./question.tsx";

const threadId = new URLSearchParams(location.search).get("thread") ?? "ann";

/** A page that is loaded asks for the thread with a run that has no message. It follows a running turn. */
class DeskAgent extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run({ ...input, messages: [] });
  }
}

const desk = new DeskAgent({ url: "/api/ag-ui", threadId });

// `stopAgent` only disconnects the page.
const stop = () =>
  fetch(`/api/threads/${threadId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });

function Chat() {
  const { agent } = useAgent({ agentId: "desk" });
  const { copilotkit } = useCopilotKit();
  const [error, setError] = useState<string>();
  const question = useInterrupt({
    agentId: "desk",
    renderInChat: false,
    render: ({ interrupt, resolve }) => <Question value={valueIn(interrupt?.metadata)} answer={resolve} />,
  });

  const runId = useRef<string | null>(null);

  useEffect(() => {
    const { unsubscribe } = agent.subscribe({
      onRunInitialized: ({ input }) => {
        runId.current = input.runId;
        setError(undefined);
      },
      onRunErrorEvent: ({ event }) => setError(event.message),
    });
    const leave = followOtherTurns(threadId, {
      ownRun: () => runId.current,
      isRunning: () => agent.isRunning,
      onIdle: (listener) => agent.subscribe({ onRunFinalized: () => void setTimeout(listener) }).unsubscribe,
      follow: () => {
        // The question may have been answered in another tab.
        agent.pendingInterrupts = [];
        return copilotkit.connectAgent({ agent });
      },
    });
    return () => {
      unsubscribe();
      leave();
    };
  }, [agent, copilotkit]);

  const send = (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
    return copilotkit.runAgent({ agent });
  };
  const resultOf = (id: string) =>
    agent.messages.flatMap((message) =>
      message.role === "tool" && message.toolCallId === id ? [message.content] : [],
    )[0];

  return (
    <main>
      {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends the declared state */}
      <State state={agent.state as DeskState} />
      {agent.messages
        .filter(({ role }) => role !== "tool")
        .map((message) => (
          <article key={message.id} data-role={message.role}>
            {message.role === "reasoning" && <p className="reasoning">{message.content}</p>}
            {message.role === "activity" && <Plan content={message.content} />}
            {(message.role === "user" || message.role === "assistant") && typeof message.content === "string" && (
              <p>{message.content}</p>
            )}
            {message.role === "assistant" &&
              message.toolCalls?.map(({ id, function: called }) => (
                <ToolCall key={id} name={called.name} input={parsed(called.arguments)} output={resultOf(id)} />
              ))}
          </article>
        ))}
      {question}
      <Composer isBusy={agent.isRunning} error={error} send={send} stop={stop} />
    </main>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <CopilotKitProvider selfManagedAgents={{ desk }}>
      <Chat />
    </CopilotKitProvider>,
  );
}

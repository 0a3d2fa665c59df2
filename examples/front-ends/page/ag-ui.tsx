import { HttpAgent, type Interrupt, type Message, type RunAgentInput } from "@ag-ui/client";
import { HttpAgent as EarlierAgent } from "ag-ui-client-0-0-59";
import { useEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Composer, type DeskState, State, ToolCall } from "./composer.tsx";
import { followOtherTurns } from "./other-turns.ts";
import { Plan } from "./plan.tsx";
import { Question, valueIn } from "./question.tsx";

const query = new URLSearchParams(location.search);
const threadId = query.get("thread") ?? "ann";
const config = { url: "/api/ag-ui", threadId };

/** A page that is loaded asks for the thread with a run that has no message. It follows a running turn. */
class Agent extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run({ ...input, messages: [] });
  }
}

/** The client that CopilotKit and assistant-ui contain. */
class Agent0059 extends EarlierAgent {
  protected override connect(input: Parameters<EarlierAgent["run"]>[0]) {
    return this.run({ ...input, messages: [] });
  }
}

interface Shown {
  readonly messages: readonly Message[];
  readonly state: DeskState;
  readonly interrupts: readonly Interrupt[];
  readonly isBusy: boolean;
  readonly error?: string | undefined;
}

function makeAgent(): Agent {
  if (query.get("client") !== "0.0.59") return new Agent(config);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the methods that the page calls
  return new Agent0059(config) as object as Agent;
}

// `abortRun` only disconnects the page.
const stop = () =>
  fetch(`/api/threads/${threadId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });

function useAgent() {
  const agent = useMemo(makeAgent, []);
  const [shown, setShown] = useState<Shown>({ messages: [], state: {}, interrupts: [], isBusy: true });
  const runId = useRef<string | null>(null);
  useEffect(() => {
    const show = (more: Partial<Shown>) => setShown((before) => ({ ...before, ...more }));
    const { unsubscribe } = agent.subscribe({
      onRunInitialized: ({ input }) => {
        runId.current = input.runId;
        show({ isBusy: true, interrupts: [], error: undefined });
      },
      onMessagesChanged: ({ messages }) => show({ messages: [...messages] }),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends the declared state
      onStateChanged: ({ state }) => show({ state: state as DeskState }),
      onRunFinishedEvent: ({ event }) =>
        show({ interrupts: event.outcome?.type === "interrupt" ? event.outcome.interrupts : [] }),
      onRunErrorEvent: ({ event }) => show({ error: event.message }),
      onRunFinalized: () => show({ isBusy: false }),
    });
    const leave = followOtherTurns(threadId, {
      ownRun: () => runId.current,
      isRunning: () => agent.isRunning,
      onIdle: (listener) => agent.subscribe({ onRunFinalized: () => void setTimeout(listener) }).unsubscribe,
      follow: () => {
        // The question may have been answered in another tab.
        agent.pendingInterrupts = [];
        return agent.connectAgent();
      },
    });
    return () => {
      unsubscribe();
      leave();
    };
  }, [agent]);
  return { agent, ...shown };
}

function Chat() {
  const { agent, messages, state, interrupts, isBusy, error } = useAgent();
  const send = (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
    return agent.runAgent();
  };
  const answer = (interruptId: string, payload: unknown) =>
    agent.runAgent({ resume: [{ interruptId, status: "resolved", payload }] });
  const resultOf = (id: string) =>
    messages.flatMap((message) => (message.role === "tool" && message.toolCallId === id ? [message.content] : []))[0];

  return (
    <main>
      <State state={state} />
      {messages
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
      {interrupts.map(({ id, metadata }) => (
        <Question key={id} value={valueIn(metadata)} answer={(given) => answer(id, given)} />
      ))}
      <Composer isBusy={isBusy} error={error} send={send} stop={stop} />
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
if (root !== null) createRoot(root).render(<Chat />);

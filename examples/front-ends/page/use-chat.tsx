import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Part } from "./parts.tsx";

/** The server names the turn in the metadata of its answer. */
type Message = UIMessage<{ readonly runId: string }>;

const api = "/api/chat";
const id = new URLSearchParams(location.search).get("thread") ?? "ann";

async function load(): Promise<Message[]> {
  const response = await fetch(`${api}/${id}/messages`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends messages of the AI SDK
  return (await response.json()) as Message[];
}

const stopTurn = () =>
  fetch(`${api}/${id}/stop`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

function Chat({ stored }: { readonly stored: Message[] }) {
  const { messages, setMessages, sendMessage, addToolApprovalResponse, resumeStream, status, error } = useChat<Message>(
    {
      id,
      messages: stored,
      transport: new DefaultChatTransport({ api }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    },
  );
  const isBusy = status === "submitted" || status === "streaming";
  const isIdle = useRef(true);
  isIdle.current = !isBusy;
  const shownRun = useRef<string | null>(null);
  shownRun.current = messages.at(-1)?.metadata?.runId ?? null;

  // Another tab has begun or ended a turn, or this one did before it was reloaded.
  useEffect(() => {
    const follow = async (data: string) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends changes in this shape
      const { ended } = JSON.parse(data) as { readonly ended: string | null };
      if (!isIdle.current || (ended !== null && ended === shownRun.current)) return;
      const newest = await load();
      if (!isIdle.current) return;
      setMessages(newest);
      await resumeStream();
    };
    const changes = new EventSource(`${api}/${id}/changes`);
    changes.addEventListener("message", ({ data }) => void follow(String(data)));
    return () => changes.close();
  }, [setMessages, resumeStream]);

  const [text, setText] = useState("");
  const answer = (interruptId: string, given: unknown, signature?: string) =>
    sendMessage(undefined, { body: { answers: [{ interruptId, answer: given, signature }] } });

  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} data-role={message.role}>
          {message.parts.map((part, index) => (
            <Part key={index} part={part} parts={message.parts} decide={addToolApprovalResponse} answer={answer} />
          ))}
        </article>
      ))}
      <p role="status">{status}</p>
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText("");
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button disabled={isBusy}>Send</button>
        <button type="button" disabled={!isBusy} onClick={() => void stopTurn()}>
          Stop
        </button>
      </form>
    </main>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Chat stored={await load()} />);

import { Chat, useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { useEffect, useState } from "react";
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

function Desk({ stored }: { readonly stored: Message[] }) {
  const [chat] = useState(
    () =>
      new Chat<Message>({
        id,
        messages: stored,
        transport: new DefaultChatTransport({ api }),
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      }),
  );
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({ chat });
  const isBusy = status === "submitted" || status === "streaming";

  // Another tab has begun or ended a turn, or this one did before it was reloaded.
  useEffect(() => {
    const isIdle = () => chat.status === "ready" || chat.status === "error";
    let isFirst = true;
    const follow = async (data: string) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends changes in this shape
      const { runId, ended } = JSON.parse(data) as { readonly runId: string | null; readonly ended: string | null };
      const shown = chat.messages.at(-1)?.metadata?.runId;
      // A turn of this page may end before the first change arrives.
      const isKnown = (isFirst && runId === null && shown !== undefined) || (ended !== null && ended === shown);
      isFirst = false;
      if (!isIdle() || isKnown) return;
      const newest = await load();
      // A message that was sent in the meantime stays.
      if (!isIdle() || chat.messages.at(-1)?.metadata?.runId !== shown) return;
      chat.messages = newest;
      await chat.resumeStream();
    };
    const changes = new EventSource(`${api}/${id}/changes`);
    changes.addEventListener("message", ({ data }) => void follow(String(data)));
    return () => changes.close();
  }, [chat]);

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
if (root !== null) createRoot(root).render(<Desk stored={await load()} />);

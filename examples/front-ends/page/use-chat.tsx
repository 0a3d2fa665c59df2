import { useChat } from "@ai-sdk/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { errorText, stopTurn, useConversation } from "./conversation.ts";
import { Part } from "./parts.tsx";

const api = "/api/chat";
const id = new URLSearchParams(location.search).get("thread") ?? "ann";

function Desk() {
  const chat = useConversation(api, id);
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({ chat });
  const isBusy = status === "submitted" || status === "streaming";
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
      {error && <p role="alert">{errorText(error)}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText("");
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button disabled={isBusy || text.trim() === ""}>Send</button>
        <button type="button" disabled={!isBusy} onClick={() => void stopTurn(api, id)}>
          Stop
        </button>
      </form>
    </main>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Desk />);

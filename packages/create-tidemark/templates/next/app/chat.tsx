"use client";

import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { useEffect, useRef, useState } from "react";
import { Part } from "./part.tsx";

interface ChatProps {
  readonly api: string;
  readonly thread: string;
  readonly stored: UIMessage[];
}

/** The conversation, and the list as it is in the state. */
export function Chat({ api, thread, stored }: ChatProps) {
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({
    id: thread,
    messages: stored,
    transport: new DefaultChatTransport({ api }),
    // The answer to an approval goes to the server at once.
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const [text, setText] = useState("");
  const isBusy = status === "submitted" || status === "streaming";
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [messages]);
  const items = itemsIn(messages);

  return (
    <main>
      <section className="talk" aria-label="Conversation">
        <div className="messages" role="log">
          {messages.map((message) => (
            <article key={message.id} className={message.role}>
              {message.parts.map((part, index) => (
                <Part key={index} part={part} decide={addToolApprovalResponse} />
              ))}
            </article>
          ))}
          {status === "submitted" && <p className="quiet">Thinking …</p>}
          {error && <p role="alert">{error.message}</p>}
          <div ref={end} />
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === "") return;
            void sendMessage({ text });
            setText("");
          }}
        >
          <input
            aria-label="Message"
            placeholder="add eggs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button disabled={isBusy}>Send</button>
        </form>
      </section>
      <aside aria-label="List">
        <h1>My list</h1>
        {items.length === 0 ? <p className="quiet">Nothing is on the list.</p> : null}
        <ul>
          {items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ul>
      </aside>
    </main>
  );
}

/** The list in the newest state that the server has sent. */
function itemsIn(messages: readonly UIMessage[]): readonly string[] {
  const part = messages.flatMap(({ parts }) => parts).findLast(({ type }) => type === "data-state");
  const state: unknown = part !== undefined && "data" in part ? part.data : undefined;
  const items: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "items") : undefined;
  return Array.isArray(items) ? items.map(String) : [];
}

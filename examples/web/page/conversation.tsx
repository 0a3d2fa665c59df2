import { useEffect, useRef } from "preact/hooks";
import type { MessageView } from "../src/api.ts";

/** Messages of the conversation; new ones are read aloud by screen readers. */
export function Conversation({ messages }: { readonly messages: readonly MessageView[] }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current !== null) end.current.scrollIntoView({ block: "nearest" });
  }, [messages]);
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {messages.map(({ id, speaker, name, text }) => (
        <article key={id} class={`message ${speaker}`}>
          <h3>{speaker === "user" ? "You" : (name ?? "Assistant").replaceAll("_", " ")}</h3>
          <p>{text}</p>
        </article>
      ))}
      <div ref={end} />
    </div>
  );
}

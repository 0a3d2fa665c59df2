import { useEffect, useRef } from "preact/hooks";
import type { MessageView } from "../src/api.ts";

/** Messages of the conversation; new ones are read aloud by screen readers. */
export function Conversation({ messages }: { readonly messages: readonly MessageView[] }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages.length > 0 && end.current !== null) scrollIntoSight(end.current);
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

/** Scrolls down to an element. `scrollIntoView` would also move the start of keyboard navigation to it, past the skip link. */
function scrollIntoSight(element: HTMLElement): void {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const hidden =
    element.getBoundingClientRect().bottom - window.innerHeight + (Number.parseFloat(scrollPaddingBottom) || 0);
  if (hidden > 0) window.scrollBy(0, hidden);
}

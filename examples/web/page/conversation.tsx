import { useEffect, useRef } from "preact/hooks";
import type { MessageView } from "../src/api.ts";
import { citationParts } from "./citations.ts";

interface ConversationProps {
  readonly messages: readonly MessageView[];
  /** True if citations are links. */
  readonly hasSources: boolean;
}

/** Messages of the conversation; new ones are read aloud by screen readers. */
export function Conversation({ messages, hasSources }: ConversationProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages.length > 0 && end.current !== null) scrollIntoSight(end.current);
  }, [messages]);
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {messages.map(({ id, speaker, name, text }) => (
        <article key={id} class={`message ${speaker}`}>
          <h3>{speaker === "user" ? "You" : (name ?? "Assistant").replaceAll("_", " ")}</h3>
          <p>{hasSources && speaker === "assistant" ? withLinks(text) : text}</p>
        </article>
      ))}
      <div ref={end} />
    </div>
  );
}

/** A citation opens its source in another tab, so that the conversation stays. */
const withLinks = (text: string) =>
  citationParts(text).map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <a href={part.address} target="_blank" rel="noreferrer">
        {part.label}
      </a>
    ),
  );

/** Scrolls down to an element. `scrollIntoView` would also move the start of keyboard navigation to it, past the skip link. */
function scrollIntoSight(element: HTMLElement): void {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const hidden =
    element.getBoundingClientRect().bottom - window.innerHeight + (Number.parseFloat(scrollPaddingBottom) || 0);
  if (hidden > 0) window.scrollBy(0, hidden);
}

import type { ComponentChildren } from "preact";
import { Markdown } from "./markdown.tsx";
import { Whole } from "./whole.tsx";

interface NotesProps {
  readonly notes: readonly string[];
  /** Number of notes to show; the others are behind a click. Defaults to 2. */
  readonly shown?: number;
}

/** Additional information about a question or a choice. */
export const Notes = ({ notes, shown = 2 }: NotesProps) =>
  notes.length === 0 ? null : (
    <div class="notes">
      <CollapsedList items={notes} shown={shown} title={countOf(notes.length, "note")} />
    </div>
  );

interface CollapsedListProps {
  readonly items: readonly string[];
  /** Number of items to show; the others are behind a click. */
  readonly shown: number;
  /** Title of the click if no item is shown. */
  readonly title: ComponentChildren;
}

/** Sentences, the first of which are shown. */
export function CollapsedList({ items, shown, title }: CollapsedListProps) {
  const rest = items.slice(shown);
  return (
    <>
      {shown > 0 && <List items={items.slice(0, shown)} />}
      {rest.length > 0 && (
        <details>
          <summary>{shown > 0 ? `${rest.length} more` : title}</summary>
          <List items={rest} />
        </details>
      )}
    </>
  );
}

const List = ({ items }: Pick<CollapsedListProps, "items">) => (
  <ul>
    {items.map((item) => (
      <li key={item} class={item.includes("\n") ? "text" : undefined}>
        {item.includes("\n") ? <Markdown text={item} /> : <Whole text={item} />}
      </li>
    ))}
  </ul>
);

/** A count with its noun: "1 note", "2 notes". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
